import type { Speed, SpeedVerdict } from '@superscope/contracts/speed';
import { fireEvent, screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { describe, expect, it } from 'vitest';
import { helen, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';
import { daysOn, runsOf } from './axis-of-time';
import { msText, verdictText, waitedText } from './speed-words';

const jonas = withRights({ username: 'jonas', name: 'Jonas Lindqvist', role: 'DevOps', planId: null });
const few = { count: 40, p50: 210, p95: 420 };
const slow = { count: 612, p50: 2_140, p95: 3_900 };
const release = { at: '2026-11-25T03:02:00.000Z', process: 'api', version: '1.14.1 7f31c2a9', isRelease: true };
const imported = { table: 'assetsOwned', from: '2026-11-25T02:58:00.000Z', to: '2026-11-25T03:31:00.000Z' };
const slower: Extract<SpeedVerdict, { is: 'slower' }> = {
  is: 'slower',
  lane: 'call',
  since: '2026-11-25T03:10:00.000Z',
  now: 1_600,
  usual: 310,
  start: release,
  imports: [imported],
};
const times = (more: Partial<Speed> = {}): Speed => ({
  from: '2026-11-12T00:00:00.000Z',
  to: '2026-11-26T00:00:00.000Z',
  stepMinutes: 180,
  keptSince: '2026-11-12T00:00:00.000Z',
  gaps: [],
  verdict: slower,
  since: slower.since,
  lanes: [
    {
      lane: 'screen',
      points: [{ at: '2026-11-25T21:00:00.000Z', ...slow }],
      since: slow,
      before: few,
      isSlower: false,
    },
    {
      lane: 'call',
      points: [
        { at: '2026-11-25T18:00:00.000Z', count: 9, p50: 100, p95: 1_500 },
        { at: '2026-11-25T21:00:00.000Z', count: 9, p50: 100, p95: 1_600 },
      ],
      since: { count: 9, p50: 100, p95: 1_600 },
      before: few,
      isSlower: true,
    },
    { lane: 'job', points: [], since: null, before: null, isSlower: false },
    { lane: 'wait', points: [], since: null, before: null, isSlower: false },
    { lane: 'lag', points: [], since: null, before: null, isSlower: false },
  ],
  starts: [release],
  imports: [imported],
  alerts: [{ title: 'Projector lags', from: '2026-11-25T04:21:00.000Z', to: null }],
  screens: [
    { name: '/super/analytics/:metric?', since: slow, before: few },
    { name: '/dashboard', since: few, before: few },
  ],
  calls: [{ name: 'GET /api/plans/:planId', since: few, before: null }],
  jobs: [{ name: 'pcmReport', since: few, before: few }],
  slowest: [
    {
      call: 'GET /api/plans/:planId',
      ms: 8_400,
      at: '2026-11-25T22:31:00.000Z',
      correlationId: '7f310000-0000-4000-8000-00000000c2a9',
      waited: [
        { on: 'clickhouse', ms: 6_900 },
        { on: 'rest', ms: 1_100 },
        { on: 'mongodb', ms: 400 },
      ],
    },
  ],
  ...more,
});

function open(answer: (period: string) => Speed | Response = () => times()) {
  portal({ user: jonas });
  server.use(
    http.get('/api/speed', ({ request }) => {
      const told = answer(new URL(request.url).searchParams.get('period')!);
      return told instanceof Response ? told : HttpResponse.json(told);
    }),
  );
  return openAt('/operations/speed');
}

describe('the sentence', () => {
  it('says since when, how much, and what was nearest before, and never why', () => {
    const { title, text } = verdictText(slower, null);
    expect(title).toBe('Slower since 25/11/2026 14:10: calls took 1.6 s at p95, 5.2 times the usual 310 ms.');
    expect(text).toBe(
      'Nearest before it: release 1.14.1 7f31c2a9 of the api, 14:02 (8 min before) and the import of assetsOwned, 13:58 to 14:31. It stayed slow after the import had ended.',
    );
    expect(`${title} ${text}`).not.toMatch(/because|caused|due to|reason/i);
  });

  it('says so when nothing came before, and of an import that still runs', () => {
    const alone = verdictText({ ...slower, start: null, imports: [] }, null);
    expect(alone.text).toBe('No release, start or import came shortly before it.');
    const running = verdictText({ ...slower, start: null, imports: [{ ...imported, to: null }] }, null);
    expect(running.text).toBe('Nearest before it: the import of assetsOwned, 13:58 and still running.');
  });

  it('compares nothing before there are days enough', () => {
    expect(verdictText({ is: 'short' }, '2026-11-24T21:00:00.000Z').text).toBe(
      'Times are kept since 25/11/2026 08:00; a comparison needs three days of calls.',
    );
    expect(verdictText({ is: 'usual', p95: 310, from: 270, to: 360 }, null)).toMatchObject({
      title: 'As fast as usual',
    });
  });

  it('writes times as people read them', () => {
    expect([4, 999, 1_000, 1_640, 59_940, 61_000].map(msText)).toEqual([
      '4 ms',
      '999 ms',
      '1.0 s',
      '1.6 s',
      '59.9 s',
      '1 min',
    ]);
  });
});

describe('what a slow call waited for', () => {
  it('is said with the longest first, and what is left', () => {
    const waited = times().slowest[0]!.waited;
    expect(waitedText(waited, 8_400)).toBe('waited 6.9 s for ClickHouse, 400 ms for MongoDB; the rest 1.1 s');
  });

  it('says that waits overlapped, rather than more time than the call took', () => {
    const waited = [
      { on: 'clickhouse', ms: 5_000 },
      { on: 'mongodb', ms: 4_000 },
      { on: 'rest', ms: 1_000 },
    ] as const;
    expect(waitedText(waited, 6_000)).toBe(
      'waited 5.0 s for ClickHouse, 4.0 s for MongoDB, partly at once; the rest 1.0 s',
    );
  });

  it('says nothing of a call of which it was not kept, and blames nobody for the api’s own work', () => {
    expect(waitedText([], 6_000)).toBeNull();
    expect(waitedText([{ on: 'rest', ms: 6_000 }], 6_000)).toBe('waited for nothing that is timed');
    expect(
      waitedText(
        [
          { on: 'rest', ms: 5_990 },
          { on: 'mongodb', ms: 10 },
        ],
        6_000,
      ),
    ).toBe('waited for nothing that is timed');
  });
});

it('joins no line over a step in which nothing was timed', () => {
  const point = (at: string) => ({ at: `2026-11-25T${at}:00:00.000Z`, ...few });
  const runs = runsOf([point('00'), point('03'), point('09')], 180);
  expect(runs.map((run) => run.length)).toEqual([2, 1]);
});

it('joins no line over a gap within neighbouring steps, and does over one beside them', () => {
  const point = (at: string) => ({ at: `2026-11-25T${at}:00:00.000Z`, ...few });
  const gap = (from: string, to: string) => [{ from: `2026-11-25T${from}:00.000Z`, to: `2026-11-25T${to}:00.000Z` }];
  const points = [point('00'), point('03')];
  expect(runsOf(points, 180, gap('02:00', '04:00')).map((run) => run.length)).toEqual([1, 1]);
  expect(runsOf(points, 180, gap('05:00', '06:00')).map((run) => run.length)).toEqual([2]);
});

describe('the axis while clocks in Sydney change', () => {
  const lengthsFrom = (from: string) => {
    const axis = { from: Date.parse(from), to: Date.parse(from) + 4 * 86_400_000 };
    const days = daysOn(axis);
    expect(new Set(days.map(({ day }) => day)).size).toBe(days.length);
    return days.slice(1).map(({ at }, i) => (at - days[i]!.at) / 3_600_000);
  };

  it('has a day of 23 hours in October and one of 25 in April', () => {
    expect(lengthsFrom('2026-10-01T20:00:00.000Z')).toEqual([24, 23, 24]);
    expect(lengthsFrom('2027-04-01T20:00:00.000Z')).toEqual([24, 25, 24]);
  });
});

describe('Speed', () => {
  it('moves one moment through all lanes by the keyboard, and reads it out', async () => {
    open();
    const moment = await screen.findByRole('slider', { name: 'Moment' });
    expect(moment).toHaveAttribute('aria-valuetext', expect.stringContaining('26/11/2026 11:00'));
    fireEvent.keyDown(moment, { key: 'ArrowLeft' });
    expect(moment).toHaveAttribute(
      'aria-valuetext',
      '26/11/2026 10:00: Screens 3.9 s, Calls 1.6 s. Alert Projector lags.',
    );
    fireEvent.keyDown(moment, { key: 'PageDown' });
    expect(moment).toHaveAttribute('aria-valuetext', '25/11/2026 10:00: Nothing was timed.');
    fireEvent.keyDown(moment, { key: 'End' });
    fireEvent.keyDown(moment, { key: 'ArrowRight' });
    expect(moment).toHaveAttribute('aria-valuetext', expect.stringContaining('26/11/2026 11:00'));
  });

  it('says below each of the slowest calls what it waited for', async () => {
    open();
    const row = within(
      await screen.findByRole('row', { name: /^GET \/api\/plans\/:planId waited 6\.9 s for ClickHouse/ }),
    );
    expect(row.getByText('8.4 s')).toBeVisible();
  });

  it('has every lane as a table too', async () => {
    const { user } = open();
    await user.click(await screen.findByRole('radio', { name: 'Tables' }));
    const row = within(await screen.findByRole('row', { name: /^26\/11\/2026 08:00/ }));
    expect(row.getAllByRole('cell').map(({ textContent }) => textContent)).toEqual(['3.9 s', '1.6 s', '–', '–', '–']);
    for (const name of [/^Release/, /^Import/, /^Alert/]) expect(screen.getByRole('row', { name })).toBeVisible();
  });

  it('shows percentiles by screen, call and job beside those before', async () => {
    const { user } = open();
    const analytics = within(await screen.findByRole('row', { name: /^Analytics/ }));
    expect(analytics.getByText('× 9.3')).toBeVisible();
    expect(screen.getByRole('row', { name: /^Dashboard.*as before/ })).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Calls' }));
    expect(await screen.findByRole('row', { name: /^GET \/api\/plans\/:planId.*not comparable/ })).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'Jobs' }));
    expect(await screen.findByRole('row', { name: /^PCM report/ })).toBeVisible();
  });

  it('asks for another period, and shows the other percentile', async () => {
    const asked: string[] = [];
    const { user } = open((period) => (asked.push(period), times()));
    await user.click(await screen.findByRole('radio', { name: '24 hours' }));
    const calls = within(await screen.findByRole('region', { name: 'Calls' }));
    expect(asked).toEqual(['days14', 'hours24']);
    expect(calls.getByText('1.6 s')).toBeVisible();
    await user.click(screen.getByRole('radio', { name: 'p50' }));
    expect(calls.getByText('100 ms')).toBeVisible();
  });

  it('says of what nothing was kept, and draws it as no zero', async () => {
    const gaps = [{ from: '2026-11-23T15:10:00.000Z', to: '2026-11-23T15:40:00.000Z' }];
    open(() => times({ gaps }));
    expect(await screen.findByText(/No times were kept from 24\/11\/2026 02:10 to 24\/11\/2026 02:40/)).toBeVisible();
  });

  it('tells apart what was before the first kept minute, a gap, and a time in which nothing happened', async () => {
    const gaps = [{ from: '2026-11-25T10:00:00.000Z', to: '2026-11-25T12:00:00.000Z' }];
    const { user } = open(() =>
      times({ keptSince: '2026-11-24T12:00:00.000Z', gaps, alerts: [], imports: [], starts: [] }),
    );
    const moment = await screen.findByRole('slider', { name: 'Moment' });
    expect(screen.getByText(/grey before the first kept minute, hatched where no times were kept/)).toBeVisible();
    const read = (at: string) => {
      fireEvent.change(moment, { target: { value: String(Date.parse(at)) } });
      return moment.getAttribute('aria-valuetext');
    };
    expect(read('2026-11-24T11:59:00.000Z')).toMatch(/: Before the first kept minute\.$/);
    expect(read('2026-11-24T13:00:00.000Z')).toMatch(/: Nothing was timed\.$/);
    expect(read('2026-11-25T11:00:00.000Z')).toMatch(/: No times were kept\.$/);
    await user.click(screen.getByRole('radio', { name: 'Tables' }));
    const textOf = (row: HTMLElement) =>
      within(row)
        .getAllByRole('cell')
        .map(({ textContent }) => textContent);
    expect(textOf(await screen.findByRole('row', { name: /^25\/11\/2026 21:00/ }))).toEqual([
      '25/11/2026 23:00',
      'a gap',
    ]);
    expect(textOf(screen.getByRole('row', { name: /^12\/11\/2026 11:00/ }))).toEqual([
      '24/11/2026 23:00',
      'before the first kept minute',
    ]);
  });

  it('calls nothing unknown once all of the axis is kept', async () => {
    // The first minute of the window is the first whole one in it.
    open(() => times({ keptSince: '2026-11-12T00:01:00.000Z' }));
    expect(await screen.findByText(/by 3 hours; hatched where no times were kept/)).toBeVisible();
  });

  it('is empty before anything is kept, and fails with a way to try again', async () => {
    const { user } = open(() =>
      times({
        keptSince: null,
        verdict: { is: 'nothing', since: '2026-11-25T21:00:00.000Z' },
        lanes: [],
        starts: [],
        imports: [],
        alerts: [],
        screens: [],
        calls: [],
        jobs: [],
        slowest: [],
      }),
    );
    expect(await screen.findByText('No times are kept yet')).toBeVisible();
    expect(
      screen.getByText(/^Measured since 26\/11\/2026 08:00; .* for 14 days how long screens, calls and jobs take/),
    ).toBeVisible();
    expect(screen.getByRole('slider', { name: 'Moment' })).toHaveAttribute(
      'aria-valuetext',
      '26/11/2026 11:00: Before the first kept minute.',
    );
    server.use(http.get('/api/speed', () => HttpResponse.json({ message: 'It failed.' }, { status: 500 })));
    await user.click(screen.getByRole('radio', { name: '3 days' }));
    expect(await screen.findByRole('button', { name: 'Try again' })).toBeVisible();
  });

  it('is refused to Staff', async () => {
    portal({ user: helen });
    openAt('/operations/speed');
    expect(await screen.findByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  });
});
