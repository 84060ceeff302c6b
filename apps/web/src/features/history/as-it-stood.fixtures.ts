import { screen, within } from '@testing-library/react';
import { openAt } from '../../test/render-app';
import type { AsOfDifferences, PlanMoments } from '@superscope/contracts/as-of-changes';
import type { AsOfProof, AsOfSum, AsOfView, KeptComparison } from '@superscope/contracts/as-of-views';
import { HttpResponse, http } from 'msw';
import { storePlan } from '../../portal/slices/current-plan.slice';
import { helen, kestrel, portal } from '../../test/portal';
import { server } from '../../test/server';
import { withRights } from '../../test/with-rights';

export const auditor = withRights({ ...helen, role: 'Auditor' });
/** 10 am in Sydney. */
export const moment = '2020-05-10T00:00:00.000Z';
export const view: AsOfView = {
  id: 'a1b2c3d4e5f6',
  planId: kestrel.id,
  planName: kestrel.name,
  moment,
  state: 'running',
  phase: 'deriving',
  done: 400,
  total: 1600,
  ahead: 0,
  problem: null,
  own: true,
  others: 0,
  rows: 0,
  tookMs: null,
  keptUntil: null,
  endedAt: null,
  sum: null,
  kept: null,
  proof: null,
};
export const digest = `9f3ca1e704bd${'0'.repeat(48)}77e2`;
export const sum: AsOfSum = {
  position: '4192830417',
  changedAt: moment,
  events: 184_206,
  digest,
  models: [{ model: 'member_snapshot', rows: 1600, digest: '17' }],
};
export const kept: KeptComparison = {
  keptAt: moment,
  position: '4192830417',
  events: 184_206,
  digest,
  isEqual: true,
  models: [],
};
export const ready: AsOfView = {
  ...view,
  state: 'ready',
  phase: null,
  rows: 1600,
  tookMs: 3400,
  keptUntil: moment,
  endedAt: moment,
  sum,
};
export const proving: AsOfProof = {
  state: 'running',
  phase: 'replaying',
  done: 92_103,
  total: 184_206,
  streams: 412,
  ahead: 0,
  problem: null,
  own: true,
  endedAt: null,
  tookMs: null,
  sum: null,
  kept: null,
  differing: 0,
  differences: [],
};
export const proved: AsOfProof = {
  ...proving,
  state: 'equal',
  phase: null,
  streams: 824,
  endedAt: moment,
  tookMs: 5200,
  sum,
  kept,
};
const imported = {
  type: 'MemberSnapshotsCompleted',
  detail: '2020-04',
  count: 1284,
  members: 0,
  firstAt: '2020-06-01T00:00:00.000Z',
  lastAt: '2020-06-01T00:00:00.000Z',
  search: { stream: 'memberSnapshots-T.K1-202004', type: 'MemberSnapshotsCompleted' },
};
export const moments: PlanMoments = {
  planId: kestrel.id,
  firstAt: '2020-05-01T00:00:00.000Z',
  now: '2020-06-30T00:00:00.000Z',
  events: 184_300,
  eventsBy: 184_206,
  isCut: { older: false, newer: false },
  weeks: [
    { week: '2020-04-27', events: 184_206 },
    { week: '2020-06-01', events: 94 },
  ],
  campaigns: [
    { name: 'Annual report', runDate: '2020-05-15', campaignType: 'Report' },
    { name: 'Nominate somebody', runDate: '2020-06-02', campaignType: 'SuperScore email' },
    { name: 'Before the first event', runDate: '2019-01-01', campaignType: 'SuperScore email' },
  ],
  digests: [{ at: '2020-05-20T03:00:00.000Z', keptAt: '2020-05-20T14:00:00.000Z', digest }],
  moments: [
    imported,
    { ...imported, detail: '2020-03', firstAt: '2020-05-01T00:00:00.000Z', lastAt: '2020-05-01T00:00:00.000Z' },
  ],
};
const differences: AsOfDifferences = {
  planId: kestrel.id,
  moment,
  month: '2020-04',
  membersThen: 1280,
  membersNow: 1284,
  onlyThen: { members: 0, causes: [] },
  onlyNow: { members: 4, causes: [{ ...imported, members: 4 }] },
  columns: [
    {
      column: 'total_assets_owned_cents',
      members: 1200,
      causes: [{ ...imported, members: 1200 }],
    },
  ],
  changes: [imported],
};

/** The server as an Auditor finds it; `states` are the view's, one an answer, the last one for good. */
export function history(...states: AsOfView[]) {
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

/** Opens the page at a view that has these states. */
export async function atView(...states: AsOfView[]) {
  history(...states);
  const { user } = openAt('/audit/as-it-stood');
  await user.click(await screen.findByRole('button', { name: 'Show as it stood' }));
  const card = within(await screen.findByRole('region', { name: 'Proof' }));
  return { user, card };
}
