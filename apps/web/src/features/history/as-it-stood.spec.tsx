import type { AsOfDifferences, PlanMoments } from '@superscope/contracts/as-of-changes';
import { asOfHeader } from '@superscope/contracts/as-of-header';
import type { AsOfProof, AsOfSum, AsOfView, KeptComparison } from '@superscope/contracts/as-of-views';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { storeAsOf } from '../../portal/as-of/as-of.slice';
import { loadPage } from '../../portal/as-of/load-page';
import { storePlan } from '../../portal/plan/current-plan.slice';
import { helen, kestrel, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { datePartsOf, typeDate } from '../../test/type-date';

vi.mock('../../portal/as-of/load-page', () => ({ loadPage: vi.fn() }));

const auditor = { ...helen, role: 'Auditor' as const };
/** 10 am in Sydney. */
const moment = '2020-05-10T00:00:00.000Z';
const view: AsOfView = {
  ...{ id: 'a1b2c3d4e5f6', planId: kestrel.id, planName: kestrel.name, moment, state: 'running', phase: 'deriving' },
  ...{ done: 400, total: 1600, ahead: 0, problem: null, own: true, others: 0, rows: 0, tookMs: null, keptUntil: null },
  ...{ endedAt: null, sum: null, kept: null, proof: null },
};
const digest = `9f3ca1e704bd${'0'.repeat(48)}77e2`;
const sum: AsOfSum = {
  ...{ position: '4192830417', changedAt: moment, events: 184_206, digest },
  models: [{ model: 'member_snapshot', rows: 1600, digest: '17' }],
};
const kept: KeptComparison = {
  ...{ keptAt: moment, position: '4192830417', events: 184_206, digest, isEqual: true, models: [] },
};
const ready: AsOfView = {
  ...view,
  ...{ state: 'ready', phase: null, rows: 1600, tookMs: 3400, keptUntil: moment, endedAt: moment, sum },
};
const proving: AsOfProof = {
  ...{ state: 'running', phase: 'replaying', done: 92_103, total: 184_206, streams: 412, ahead: 0, problem: null },
  ...{ own: true, endedAt: null, tookMs: null, sum: null, kept: null, differing: 0, differences: [] },
};
const proved: AsOfProof = {
  ...proving,
  ...{ state: 'equal', phase: null, streams: 824, endedAt: moment, tookMs: 5200, sum, kept },
};
const imported = {
  ...{ kind: 'snapshotsImported' as const, detail: '2020-04', count: 1284, members: 0 },
  ...{ firstAt: '2020-06-01T00:00:00.000Z', lastAt: '2020-06-01T00:00:00.000Z' },
};
const moments: PlanMoments = {
  ...{ planId: kestrel.id, firstAt: '2020-05-01T00:00:00.000Z', now: '2020-06-30T00:00:00.000Z', isCut: false },
  digests: [{ at: '2020-05-20T03:00:00.000Z', keptAt: '2020-05-20T14:00:00.000Z', digest }],
  moments: [
    imported,
    { ...imported, detail: '2020-03', firstAt: '2020-05-01T00:00:00.000Z', lastAt: '2020-05-01T00:00:00.000Z' },
  ],
};
const differences: AsOfDifferences = {
  ...{ planId: kestrel.id, moment, month: '2020-04', membersThen: 1280, membersNow: 1284, onlyThen: 0, onlyNow: 4 },
  columns: [
    {
      column: 'total_assets_owned_cents',
      members: 1200,
      causes: [{ ...imported, members: 1200, events: 1284 }],
    },
  ],
  changes: [imported],
};

/** The server as an Auditor finds it; `states` are the view's, one an answer, the last one for good. */
function history(...states: AsOfView[]) {
  storePlan({ id: kestrel.id, name: kestrel.name });
  portal({ user: auditor });
  const asked: unknown[] = [];
  let answers = 0;
  server.use(
    http.get('/api/history/views', () => HttpResponse.json([])),
    http.post('/api/history/views', async ({ request }) => {
      asked.push(await request.json());
      return HttpResponse.json(states[0]);
    }),
    http.get('/api/history/views/:id', () => HttpResponse.json(states[Math.min(answers++, states.length - 1)])),
    http.post('/api/history/views/:id/proof', () => HttpResponse.json(states[0])),
    http.delete('/api/history/views/:id', () => {
      states = [{ ...view, state: 'cancelled' }];
      return HttpResponse.json(states[0]);
    }),
    http.get('/api/history/views/:id/differences', () => HttpResponse.json(differences)),
    http.get('/api/history/plans/:id/moments', () => HttpResponse.json(moments)),
  );
  return asked;
}

afterEach(() => {
  sessionStorage.clear();
  vi.mocked(loadPage).mockClear();
});

describe('An Auditor', () => {
  it('chooses a moment by what was recorded, sees the view being made, and opens the dashboard as it stood', async () => {
    const asked = history(view, ready);
    const { user } = openAt('/audit/as-it-stood');
    await user.click(await screen.findByRole('button', { name: 'Before: Member snapshots imported, Apr 2020' }));
    await user.click(screen.getByRole('button', { name: 'Show as it stood' }));
    expect(asked).toEqual([{ planId: kestrel.id, moment: '2020-05-31T23:59:59.999Z' }]);
    expect(await screen.findByText('Deriving the figures: 400 of 1,600 rows')).toBeVisible();
    expect(screen.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '25');
    await user.click(await screen.findByRole('button', { name: 'Open the dashboard' }));
    expect(loadPage).toHaveBeenCalledWith(`/dashboard?plan=${kestrel.id}`);
    expect(JSON.parse(sessionStorage.getItem('asOf')!)).toEqual({
      ...{ viewId: view.id, planId: kestrel.id, planName: kestrel.name, moment },
    });
  });

  it('moves the moment from event to event with the arrow keys, and by the day', async () => {
    const asked = history(ready);
    const { user } = openAt('/audit/as-it-stood');
    const line = await screen.findByRole('slider', { name: 'Moment' });
    fireEvent.keyDown(line, { key: 'ArrowLeft' });
    expect(datePartsOf('As at').map(({ textContent }) => textContent)).toEqual(['01', '06', '2020', '10', '00']);
    fireEvent.keyDown(line, { key: 'ArrowLeft' });
    expect(datePartsOf('As at').map(({ textContent }) => textContent)).toEqual(['01', '05', '2020', '10', '00']);
    fireEvent.keyDown(line, { key: 'PageUp' });
    expect(line).toHaveAttribute('aria-valuetext', '02/05/2020 10:00:00');
    await user.click(screen.getByRole('button', { name: 'Show as it stood' }));
    expect(asked).toEqual([{ planId: kestrel.id, moment: '2020-05-02T00:00:00.000Z' }]);
  });

  it('types a moment by day, month and year, and none that has not come yet', async () => {
    const asked = history(ready);
    const { user } = openAt('/audit/as-it-stood');
    await screen.findByRole('slider', { name: 'Moment' });
    await typeDate(user, 'As at', { 0: '03', 1: '04', 2: '2020', 3: '09', 4: '30' });
    await user.click(screen.getByRole('button', { name: 'Show as it stood' }));
    await typeDate(user, 'As at', { 2: '2999' });
    await user.click(screen.getByRole('button', { name: 'Show as it stood' }));
    await waitFor(() => expect(asked).toHaveLength(2));
    expect(asked).toEqual(Array(2).fill({ planId: kestrel.id, moment: '2020-04-02T22:30:00.000Z' }));
  });

  it('cancels what is being made', async () => {
    history(view);
    const { user } = openAt('/audit/as-it-stood');
    await user.click(await screen.findByRole('button', { name: 'Show as it stood' }));
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(await screen.findByText('Cancelled. It can be asked for again.')).toBeVisible();
  });

  it('sees what differs from now, and the events since then behind each value', async () => {
    history(ready);
    const { user } = openAt('/audit/as-it-stood');
    await user.click(await screen.findByRole('button', { name: 'Show as it stood' }));
    const card = within(await screen.findByRole('region', { name: 'Differences' }));
    expect(await card.findByText('1,280 members then, 1,284 now; 4 only now.')).toBeVisible();
    await user.click(card.getByText('Total assets owned', { selector: 'summary *' }));
    expect(
      card.getByText('Member snapshots imported, Apr 2020, 01/06/2020 10:00:00: 1,200 of these members'),
    ).toBeVisible();
    const since = within(screen.getByRole('region', { name: 'What was recorded since then' }));
    expect(since.getByText('1,284 rows, 01/06/2020 10:00:00')).toBeVisible();
  });

  /** Opens the page at a view that has these states. */
  async function atView(...states: AsOfView[]) {
    history(...states);
    const { user } = openAt('/audit/as-it-stood');
    await user.click(await screen.findByRole('button', { name: 'Show as it stood' }));
    const card = within(await screen.findByRole('region', { name: 'Proof' }));
    return { user, card };
  }

  it('reads position, number and digest of a view, and copies the whole digest', async () => {
    const { user } = await atView(ready);
    const card = within(screen.getByRole('region', { name: 'View' }));
    for (const fact of ['184,206', '4,192,830,417', 'sha256 9f3c·a1e7·04bd … 77e2', '3.4 s'])
      expect(card.getByText(fact)).toBeVisible();
    await user.click(card.getByRole('button', { name: 'Copy the digest' }));
    expect(await card.findByRole('button', { name: 'Digest copied' })).toBeVisible();
    expect(await navigator.clipboard.readText()).toBe(digest);
  });

  it('has a view proved, sees how far that is, and how it was proved', async () => {
    const { user, card } = await atView(ready, { ...ready, proof: proving }, { ...ready, proof: proved });
    await user.click(card.getByRole('button', { name: 'Prove it' }));
    expect(await card.findByText('Replaying events: 92,103 of 184,206, 412 streams')).toBeVisible();
    expect(card.getByRole('progressbar', { name: 'Progress' })).toHaveAttribute('aria-valuenow', '50');
    expect(await card.findByText('Rebuilt from events alone; every row equals the view’s.')).toBeVisible();
    for (const step of [
      '184,206 events of 824 streams read from the first one, 10/05/2020 10:00',
      'Digest equals the one kept on 10/05/2020 10:00',
      '1 tables compared row by row, the same to the cent',
    ])
      expect(card.getByText(step)).toBeVisible();
  });

  it('cancels a proof', async () => {
    const cancelled: AsOfView = { ...ready, proof: { ...proving, state: 'cancelled', phase: null } };
    const { user, card } = await atView(ready, { ...ready, proof: proving });
    server.use(http.delete('/api/history/views/:id/proof', () => HttpResponse.json(cancelled)));
    await user.click(card.getByRole('button', { name: 'Prove it' }));
    await card.findByText(/^Replaying events/);
    server.use(http.get('/api/history/views/:id', () => HttpResponse.json(cancelled)));
    await user.click(card.getByRole('button', { name: 'Cancel the proof' }));
    expect(await card.findByText('The proof was cancelled.')).toBeVisible();
  });

  it('is told value by value what the events do not say', async () => {
    const key = 'plan_id TWR.P0001, month 2020-04-01, member_id 0b8f';
    const proof: AsOfProof = {
      ...proved,
      ...{ state: 'differs', kept: { ...kept, isEqual: false, models: ['member_snapshot'] }, differing: 2 },
      differences: [
        { model: 'member_snapshot', key, column: 'total_assets_owned_cents', then: '2100001', replayed: '2100000' },
      ],
    };
    const { card } = await atView({ ...ready, proof });
    expect(await card.findByRole('alert')).toHaveTextContent('Not the same. 2 rows differ from what the events say.');
    const table = within(card.getByRole('region', { name: 'What differs: table' }));
    expect(
      table.getByRole('row', { name: `member_snapshot ${key} total_assets_owned_cents 2100001 2100000` }),
    ).toBeVisible();
    expect(card.getByText('1 values are listed, of 2 rows.')).toBeVisible();
    expect(card.getByText('The digest kept on 10/05/2020 10:00 is another one: member_snapshot')).toBeVisible();
  });

  it('is told apart what was recorded later than it says', async () => {
    const proof: AsOfProof = { ...proved, late: 3, kept: { ...kept, isEqual: false, models: [], late: 1 } };
    const { card } = await atView({ ...ready, proof });
    expect(
      await card.findByText('3 events of that moment were recorded after this view was made, and count in neither'),
    ).toBeVisible();
    expect(
      card.getByText(
        'Not compared with the digest kept on 10/05/2020 10:00: 1 event of that moment was recorded after that',
      ),
    ).toBeVisible();
  });

  it('is told why a proof failed, and asks again', async () => {
    const failed: AsOfProof = { ...proving, state: 'failed', phase: null, problem: 'This plan needs more room.' };
    const { card } = await atView({ ...ready, proof: failed });
    expect(await card.findByRole('alert')).toHaveTextContent('This plan needs more room.');
    expect(card.getByRole('button', { name: 'Prove it again' })).toBeEnabled();
  });

  it('chooses a moment of which a digest was kept', async () => {
    const asked = history(ready);
    const { user } = openAt('/audit/as-it-stood');
    await user.selectOptions(await screen.findByLabelText('Nightly digests'), '20/05/2020 13:00:00');
    await user.click(screen.getByRole('button', { name: 'Show as it stood' }));
    expect(asked).toEqual([{ planId: kestrel.id, moment: '2020-05-20T03:00:00.000Z' }]);
  });

  it('is told why a view is refused', async () => {
    history(ready);
    const message = 'Too many views are being made. Please wait until one is ready, or cancel one.';
    server.use(http.post('/api/history/views', () => HttpResponse.json({ message }, { status: 429 })));
    const { user } = openAt('/audit/as-it-stood');
    await user.click(await screen.findByRole('button', { name: 'Show as it stood' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  });
});

describe('A tab that shows a past moment', () => {
  const enter = () => {
    history(ready);
    storeAsOf({ viewId: view.id, planId: kestrel.id, planName: kestrel.name, moment });
  };

  it('asks for figures of then, says so on the page, and leads back to now', async () => {
    enter();
    const named: (string | null)[] = [];
    server.events.on('request:start', ({ request }) => {
      if (/\/api\/(figures|planSuperScore|plan\/)/.test(request.url)) named.push(request.headers.get(asOfHeader));
    });
    const { user } = openAt('/dashboard');
    const banner = within(await screen.findByRole('complementary', { name: 'A past moment' }));
    expect(banner.getByRole('status')).toHaveTextContent(
      `As it stood on 10/05/2020 10:00:00, Sydney time. ${kestrel.name}, read only.`,
    );
    expect(await screen.findByText('Other plans are not shown as of then.')).toBeVisible();
    expect(screen.getByText('As at 10/05/2020')).toBeVisible();
    expect(screen.getByText('Files are of today, so none is offered for a past moment.')).toBeVisible();
    expect(screen.queryByRole('region', { name: 'News' })).toBeNull();
    await waitFor(() => expect(named.length).toBeGreaterThan(2));
    expect(new Set(named)).toEqual(new Set([view.id]));
    await user.click(banner.getByRole('button', { name: 'Return to now' }));
    expect(loadPage).toHaveBeenCalledWith(expect.stringMatching(/^\/dashboard/));
    expect(sessionStorage.getItem('asOf')).toBeNull();
  });

  it('shows no page that knows today only', async () => {
    enter();
    openAt('/plans');
    expect(await screen.findByRole('heading', { name: 'Not shown as of then' })).toBeVisible();
  });

  it('says when the view is not kept any more', async () => {
    enter();
    server.use(http.get('/api/plan/:id', () => HttpResponse.json({ message: 'Not kept.' }, { status: 410 })));
    openAt('/dashboard');
    expect(await screen.findByRole('heading', { name: 'Not kept any more' })).toBeVisible();
    const banner = within(screen.getByRole('complementary', { name: 'A past moment' }));
    expect(banner.getByRole('status')).toHaveTextContent('This view of the past is not kept any more.');
  });
});

it('is not for a representative, nor for Staff', async () => {
  portal({ user: helen });
  openAt('/audit/as-it-stood');
  expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Audit' })).toBeNull();
});
