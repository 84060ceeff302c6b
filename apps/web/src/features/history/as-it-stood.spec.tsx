import type { AnalyticsRow } from '@superscope/contracts/analytics/answer';
import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { asOfHeader } from '@superscope/contracts/as-of-header';
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, it, vi, type Mock } from 'vitest';
import { storeAsOf } from '../../portal/slices/as-of.slice';
import { askBeforeLeaving } from '../../portal/leaving/leaving';
import { COUNT } from '../../portal/analytics/figures-view';
import { helen, isAbout, kestrel, portal, split, trendRows } from '../../test/portal';
import { address, openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { dateTextOf, typeDate } from '../../test/type-date';
import { auditor, moment, moments, sum, view, ready, history } from './as-it-stood.fixtures';

let loadPage: Mock<typeof window.location.assign>;

beforeEach(() => {
  loadPage = vi.spyOn(window.location, 'assign').mockReturnValue(undefined);
});

afterEach(() => {
  sessionStorage.clear();
  vi.restoreAllMocks();
});

describe('An Auditor', () => {
  it('chooses a moment among recorded events, sees the view being built, and opens the dashboard as it stood', async () => {
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
      viewId: view.id,
      planId: kestrel.id,
      planName: kestrel.name,
      moment,
      position: sum.position,
      digest: sum.digest,
    });
  });

  it('moves the moment from event to event with the arrow keys, and by the day', async () => {
    const asked = history(ready);
    const { user } = openAt('/audit/as-it-stood');
    const line = await screen.findByRole('slider', { name: 'Moment' });
    fireEvent.keyDown(line, { key: 'ArrowLeft' });
    expect(dateTextOf('As at')).toBe('01/06/2020 10:00');
    fireEvent.keyDown(line, { key: 'ArrowLeft' });
    expect(dateTextOf('As at')).toBe('01/05/2020 10:00');
    fireEvent.keyDown(line, { key: 'PageUp' });
    expect(line).toHaveAttribute('aria-valuetext', '02/05/2020 10:00:00');
    await user.click(screen.getByRole('button', { name: 'Show as it stood' }));
    expect(asked).toEqual([{ planId: kestrel.id, moment: '2020-05-02T00:00:00.000Z' }]);
  });

  it('types a moment by day, month and year, and cannot choose a future one', async () => {
    const asked = history(ready);
    const { user } = openAt('/audit/as-it-stood');
    await screen.findByRole('slider', { name: 'Moment' });
    await typeDate(user, 'As at', '03/05/2020 9:30');
    await user.click(screen.getByRole('button', { name: 'Show as it stood' }));
    await waitFor(() => expect(asked).toEqual([{ planId: kestrel.id, moment: '2020-05-02T23:30:00.000Z' }]));
    // Nothing is shown of a moment other than the one in the field.
    for (const text of ['03/04/2999 09:30', '31/04/2020 09:30', '03/04/1820 09:30', '']) {
      await typeDate(user, 'As at', text);
      expect(screen.getByRole('button', { name: 'Show as it stood' })).toBeDisabled();
    }
    expect(asked).toHaveLength(1);
  });

  it('says of a moment before the first recording when recording began, offers it, and makes no document', async () => {
    const asked = history(ready);
    const { user } = openAt('/audit/as-it-stood');
    await screen.findByRole('slider', { name: 'Moment' });
    await typeDate(user, 'As at', '03/04/2020 9:30');
    const began = await screen.findByRole('button', { name: '01/05/2020 10:00:00' });
    expect(await screen.findByText(/Recording began/)).toBeVisible();
    expect(screen.getByRole('button', { name: 'Show as it stood' })).toBeDisabled();
    await user.click(began);
    expect(dateTextOf('As at')).toBe('01/05/2020 10:00');
    await waitFor(() => expect(screen.getByRole('button', { name: 'Show as it stood' })).toBeEnabled());
    expect(asked).toEqual([]);
  });

  it('explains what was recorded by a moment against what figures are of', async () => {
    history(ready);
    openAt('/audit/as-it-stood');
    expect(
      await screen.findByText(/‘Recorded by’ is this moment.*‘Figures of’ is the day that figures describe/),
    ).toBeVisible();
  });

  it('has the view in the address, so that a reload finds it with its plan and moment', async () => {
    history(ready);
    const { user } = openAt('/audit/as-it-stood');
    await user.click(await screen.findByRole('button', { name: 'Show as it stood' }));
    await screen.findByRole('button', { name: 'Open the dashboard' });
    await waitFor(() => expect(address()).toContain(`view=${view.id}`));
    const kept = address();
    expect(Object.fromEntries(new URLSearchParams(kept.split('?')[1]))).toEqual({
      plan: kestrel.id,
      moment,
      view: view.id,
    });
    cleanup();
    sessionStorage.clear();
    openAt(kept);
    expect(await screen.findByRole('button', { name: 'Open the dashboard' })).toBeVisible();
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Plan' })).toHaveValue(kestrel.name));
  });

  it('is told if the address gives a moment that does not exist', async () => {
    history(ready);
    openAt('/audit/as-it-stood?moment=2020-02-31T00:00:00.000Z');
    expect(await screen.findByText(/The address gives “2020-02-31T00:00:00.000Z”, which is not a date/)).toBeVisible();
    expect(dateTextOf('As at')).not.toContain('/03/2020');
  });

  it('sees how much was recorded up to the moment and since then, and the campaigns on the line', async () => {
    history(ready);
    openAt('/audit/as-it-stood');
    expect(await screen.findByText('184,206')).toBeVisible();
    expect(await screen.findByText('94')).toBeVisible();
    const marks = within(screen.getByRole('list', { name: 'Campaigns' })).getAllByRole('listitem');
    expect(marks.map(({ textContent }) => textContent)).toEqual([
      'RAnnual report, 15/05/2020',
      'ENominate somebody, 02/06/2020',
    ]);
  });

  it('finds events of a busy plan around the moment, with a note that there are others', async () => {
    history(ready);
    const asked: (string | null)[] = [];
    server.use(
      http.get('/api/history/plans/:id/moments', ({ request }) => {
        asked.push(new URL(request.url).searchParams.get('at'));
        return HttpResponse.json({ ...moments, isCut: { older: true, newer: false } });
      }),
    );
    openAt('/audit/as-it-stood');
    expect((await screen.findByRole('link', { name: 'Events nearest to the moment' })).closest('p')).toHaveTextContent(
      'Events nearest to the moment are listed. Choose an earlier moment to see others.',
    );
    fireEvent.keyDown(screen.getByRole('slider', { name: 'Moment' }), { key: 'Home' });
    await waitFor(() => expect(asked.at(-1)).toBe('2020-05-01T00:00:00.000Z'));
  });

  it('cancels a view that is being built', async () => {
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
    expect(await card.findByText('1,280 members then, 1,284 now.')).toBeVisible();
    await user.click(card.getByText('Members only now'));
    expect(
      card.getByText('Member snapshots imported, Apr 2020, 01/06/2020 10:00:00: 4 of these members'),
    ).toBeVisible();
    await user.click(card.getByText('Total assets owned', { selector: 'summary *' }));
    expect(
      card.getByRole('link', {
        name: 'Member snapshots imported, Apr 2020, 01/06/2020 10:00:00: 1,200 of these members',
      }),
    ).toHaveAttribute('href', '/audit/events?stream=memberSnapshots-T.K1-202004&type=MemberSnapshotsCompleted');
    const since = within(screen.getByRole('region', { name: 'What was recorded since then' }));
    expect(await since.findByText('1,284 rows, 01/06/2020 10:00:00')).toBeVisible();
  });

  it('sees why a view is refused', async () => {
    history(ready);
    const message = 'Too many views are being made. Please wait until one is ready, or cancel one.';
    server.use(http.post('/api/history/views', () => HttpResponse.json({ message }, { status: 429 })));
    const { user } = openAt('/audit/as-it-stood');
    await user.click(await screen.findByRole('button', { name: 'Show as it stood' }));
    expect(await screen.findByRole('alert')).toHaveTextContent(message);
  });
});

const INADEQUATE = 'Member.potentiallyInadequateLifeInsurance';
const inMay = (row: AnalyticsRow) => ({ ...row, 'MemberSnapshot.month.month': '2020-05-01T00:00:00.000' });

/** Figures that differ between then and now: the members, and those with inadequate life insurance. */
const thenAndNow = (query: AnalyticsQuery, _: string, viewId: string | null) => {
  const isNow = viewId === null;
  if (isAbout(query, INADEQUATE)) {
    const counts = split(INADEQUATE, {
      '1|Yes': isNow ? [650, 650] : [633, 633],
      '2|No': isNow ? [650, 650] : [367, 367],
    });
    return { data: counts.slice(-2).map(inMay) };
  }
  return isAbout(query, 'MemberSnapshot.totalAssetsOwned')
    ? { data: trendRows.map((row) => ({ ...row, [COUNT]: isNow ? 1284 : 1266 })) }
    : undefined;
};

describe('A tab that shows a past moment', () => {
  const enter = () => {
    history(ready);
    const { position, digest } = sum;
    storeAsOf({ viewId: view.id, planId: kestrel.id, planName: kestrel.name, moment, position, digest });
  };

  it('requests figures of that moment, says so on the page, and leads back to now', async () => {
    enter();
    const named: (string | null)[] = [];
    server.events.on('request:start', ({ request }) => {
      if (/\/api\/(planSuperScore|plan\/)/.test(request.url)) named.push(request.headers.get(asOfHeader));
    });
    const { user } = openAt('/dashboard');
    const banner = within(await screen.findByRole('complementary', { name: 'A past moment' }));
    expect(banner.getByRole('status')).toHaveTextContent(
      `As it stood on 10/05/2020 10:00:00, Sydney time. ${kestrel.name}, read only. Grey figures show what is known now of the same months.`,
    );
    expect(await banner.findByText('4,192,830,417')).toBeVisible();
    expect(await banner.findByText('9f3c·a1e7·04bd … 77e2')).toBeVisible();
    expect(await screen.findByText('Other plans are not shown as of then.')).toBeVisible();
    expect(await screen.findByText('As at 10/05/2020')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Downloads' }));
    expect(await screen.findByText('Files are of today, so none is offered for a past moment.')).toBeVisible();
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('region', { name: 'News' })).toBeNull();
    await waitFor(() => expect(named.length).toBeGreaterThan(1));
    expect(new Set(named)).toEqual(new Set([view.id]));
    await user.click(banner.getByRole('button', { name: 'Return to now' }));
    expect(loadPage).toHaveBeenCalledWith(expect.stringMatching(/^\/dashboard/));
    expect(sessionStorage.getItem('asOf')).toBeNull();
  });

  it('shows beside each past figure the current one for the same month', async () => {
    enter();
    portal({ user: auditor, reply: thenAndNow });
    openAt('/dashboard');
    const members = within(await screen.findByRole('region', { name: 'Members' }));
    expect(await members.findByText('1,266')).toBeVisible();
    expect(await members.findByText('now 1,284')).toBeVisible();
    const concern = within(screen.getByRole('region', { name: 'Inadequate life insurance' }));
    expect(await concern.findByText('63.3%')).toBeVisible();
    expect(await concern.findByText('now 50.0%')).toBeVisible();
    const score = within(screen.getByRole('region', { name: 'Plan SuperScore' }));
    expect(await score.findByText('now 3.01')).toBeVisible();
  });

  it('says if the current figures did not load, and can request them again', async () => {
    enter();
    let works = false;
    portal({ user: auditor, reply: (query, _, viewId) => (viewId === null && !works ? 'fails' : undefined) });
    const { user } = openAt('/dashboard');
    const members = within(await screen.findByRole('region', { name: 'Members' }));
    expect(await members.findByText('1,250')).toBeVisible();
    works = true;
    await user.click(await members.findByRole('button', { name: 'Try again' }));
    expect(await members.findByText('now 1,250')).toBeVisible();
  });

  it('stays in the past if the user declines to lose unsaved input', async () => {
    enter();
    const { user } = openAt('/dashboard');
    const banner = within(await screen.findByRole('complementary', { name: 'A past moment' }));
    askBeforeLeaving('test', 'One file is lost. Leave anyway?');
    await user.click(banner.getByRole('button', { name: 'Return to now' }));
    const question = within(await screen.findByRole('dialog', { name: 'Before you leave' }));
    expect(await question.findByText('One file is lost. Leave anyway?')).toBeVisible();
    await user.click(question.getByRole('button', { name: 'Stay' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect([sessionStorage.getItem('asOf') === null, loadPage.mock.calls.length]).toEqual([false, 0]);
    await user.click(banner.getByRole('button', { name: 'Return to now' }));
    await user.click(await screen.findByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(loadPage.mock.calls.length).toBe(1));
    expect(sessionStorage.getItem('asOf')).toBeNull();
    askBeforeLeaving('test', null);
  });

  it('shows no page that is only about the present', async () => {
    enter();
    openAt('/plans');
    expect(await screen.findByRole('heading', { name: 'Not shown as of then' })).toBeVisible();
  });

  it('says when the view no longer exists', async () => {
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
