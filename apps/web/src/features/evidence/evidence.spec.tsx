import type { EmployerEvidence, ExactEvidence } from '@superscope/contracts/as-of-evidence';
import type { AsOfSum } from '@superscope/contracts/as-of-views';
import { screen, within } from '@testing-library/react';
import { HttpResponse, http } from 'msw';
import { expect, it } from 'vitest';
import { helen, kestrel, portal } from '../../test/portal';
import { openAt } from '../../test/render-app';
import { server } from '../../test/server';

/** 10 am in Sydney. */
const moment = '2020-05-10T00:00:00.000Z';
const digest = 'ab'.repeat(32);
const sum: AsOfSum = {
  position: '4192830417',
  changedAt: moment,
  events: 184_206,
  digest,
  models: [{ model: 'member_snapshot', rows: 1600, digest: '17' }],
};
const imported = (members: number) => ({
  type: 'MemberSnapshotsCompleted',
  detail: '2020-04',
  count: 1284,
  members,
  firstAt: moment,
  lastAt: moment,
  search: { type: 'MemberSnapshotsCompleted' },
});
const answered = (values: Record<string, string | number>, more: object = {}) => ({ data: [values], ...more });
const side = (assets: number, low: object) => [
  answered({ 'SuperScore.averageSuperScore': 3.01 }),
  answered({ 'MemberSnapshot.countMembers': 1281 }),
  answered({ 'MemberSnapshot.totalAssetsOwned': assets }),
  null,
  answered({ 'MemberSnapshot.averageAge': 41.4 }),
  answered({
    'Member.beneficiaryNominationType': 'None',
    'MemberSnapshot.countMembers': 640,
    'MemberSnapshot.shareOfMembers': 50,
  }),
  low,
  null,
  null,
  null,
  answered({
    'Member.loggedInMember': 'Yes',
    'MemberSnapshot.countMembers': 729,
    'MemberSnapshot.shareOfMembers': 56.9,
  }),
  null,
  null,
];
const low = (share: number, count: number, margin: number) =>
  answered(
    {
      'Member.balanceWithinAverage': 'No',
      'MemberSnapshot.countMembers': count,
      'MemberSnapshot.shareOfMembers': share,
    },
    { margins: { 'MemberSnapshot.shareOfMembers': [margin] } },
  );
const evidence: ExactEvidence = {
  audience: 'staff',
  figures: {
    month: '2020-04',
    then: side(142_900_000, low(54.1, 693, 2)),
    now: side(144_600_000, low(53.2, 682, 2)),
  } as never,
  askedBy: { name: 'Tomas Lindqvist', role: 'Auditor' },
  madeAt: moment,
  view: {
    id: 'a1b2c3d4e5f6',
    planId: kestrel.id,
    planName: kestrel.name,
    moment,
    state: 'ready',
    phase: null,
    done: 0,
    total: 0,
    ahead: 0,
    problem: null,
    own: true,
    others: 0,
    rows: 1600,
    tookMs: 3400,
    keptUntil: moment,
    endedAt: moment,
    sum,
    kept: null,
    proof: {
      state: 'equal',
      phase: null,
      done: 0,
      total: 0,
      streams: 824,
      ahead: 0,
      problem: null,
      own: true,
      endedAt: moment,
      tookMs: 5200,
      sum,
      differing: 0,
      late: 3,
      differences: [],
      kept: { keptAt: moment, position: '4192830417', events: 184_206, digest, isEqual: true, models: [] },
    },
  },
  differences: {
    planId: kestrel.id,
    moment,
    month: '2020-04',
    membersThen: 1280,
    membersNow: 1284,
    onlyThen: { members: 0, causes: [] },
    onlyNow: { members: 4, causes: [imported(4)] },
    columns: [{ column: 'total_assets_owned_cents', members: 1200, causes: [imported(1200)] }],
    changes: [imported(0)],
  },
};

const published: EmployerEvidence = {
  audience: 'employer',
  askedBy: evidence.askedBy,
  madeAt: moment,
  figures: evidence.figures,
  view: { planId: kestrel.id, planName: kestrel.name, moment, endedAt: moment, position: '4192830417', digest },
  proof: { isEqual: true, endedAt: moment },
  causes: [{ type: 'MemberSnapshotsCompleted', detail: '2020-04', on: '2020-05-10' }],
};

it('shows in a dated document what was proved, by which digests, and how to verify it', async () => {
  portal({ user: helen });
  server.use(http.get('/api/history/evidence/:id', () => HttpResponse.json(evidence)));
  openAt('/evidence?view=a1b2c3d4e5f6');
  const sheet = within(await screen.findByRole('article', { name: 'Evidence' }));
  expect(sheet.getByRole('heading', { name: 'Proved' })).toBeVisible();
  const fact = (name: string) => sheet.getByRole('row', { name: new RegExp(`^${name}`) }).textContent;
  expect(fact('Asked for by')).toContain('Tomas Lindqvist, Auditor');
  expect(fact('As it stood on')).toContain('10/05/2020 10:00:00, Sydney time');
  expect(fact('Events')).toContain('184,206');
  expect(fact('Recorded after the view was made')).toContain('3 events');
  expect(fact('Digest of all')).toContain(digest);
  expect(fact('Nightly digest')).toContain('Equal to the one kept on 10/05/2020 10:00 at position 4192830417');
  expect(sheet.getByRole('row', { name: 'member_snapshot 1,600 17 17' })).toBeVisible();
  expect(await sheet.findByText(/^April 2020: 1,280 members then, 1,284 now\./)).toBeVisible();
  const cause = 'Member snapshots imported, Apr 2020, 10/05/2020 10:00:00';
  expect(sheet.getByRole('row', { name: `Members only now 4 a: ${cause}: 4 of these members` })).toBeVisible();
  expect(
    sheet.getByRole('row', { name: `Total assets owned 1,200 a: ${cause}: 1,200 of these members` }),
  ).toBeVisible();
  expect(sheet.getByRole('heading', { name: 'How to verify' })).toBeVisible();
  expect(await sheet.findByText(/\/audit\/as-it-stood\?plan=[\w.]+&moment=2020-05-10T00:00:00\.000Z/)).toBeVisible();
  expect(document.documentElement.dataset.page).toBe('ready');
});

const opened = async (answer: ExactEvidence | EmployerEvidence) => {
  portal({ user: helen });
  server.use(http.get('/api/history/evidence/:id', () => HttpResponse.json(answer)));
  openAt('/evidence?view=a1b2c3d4e5f6');
  return within(await screen.findByRole('article', { name: 'Evidence' }));
};

it('shows the figures of then beside those of now, and which differ clearly', async () => {
  const sheet = await opened(published);
  expect(sheet.getByRole('heading', { name: 'Figures of 30/04/2020' })).toBeVisible();
  const row = (name: RegExp) => sheet.getByRole('row', { name }).textContent;
  expect(row(/^Members/)).toBe('Members1,2811,281the same');
  expect(row(/^Total assets owned/)).toMatch(/\+1\.2%a$/);
  expect(row(/^No nominated beneficiary/)).toMatch(/50\.0\s?%, 640.*the same$/);
  expect(row(/^Signed in within 12 months/)).toMatch(/56\.9\s?%, 729.*the same$/);
  expect(row(/^Low account balance/)).toMatch(/54\.1\s?%, 693.*53\.2\s?%, 682.*no clear changea$/);
  expect(sheet.getByText(/read the/)).toHaveTextContent(
    'an employer of this plan read the figures of 30/04/2020, the newest month closed by then, from all that was recorded by 10/05/2020',
  );
});

/** Figures in which the cover of so many members is not known, then and now. */
const coverUnknownOf = (then: number, now: number) => {
  const cover = (unknown: number) => ({
    data: [
      { 'Member.potentiallyInadequateLifeInsurance': 'Yes', 'MemberSnapshot.countMembers': 764 },
      { 'Member.potentiallyInadequateLifeInsurance': 'Unknown', 'MemberSnapshot.countMembers': unknown },
    ],
  });
  const [before, after] = [then, now].map((unknown) => side(142_900_000, low(54.1, 693, 2)).with(7, cover(unknown)));
  return { ...published, figures: { month: '2020-04', then: before, now: after } as never };
};

it('names the members that a share is of, where these are not all', async () => {
  const sheet = await opened(coverUnknownOf(22, 22));
  expect(sheet.getByText(/^Inadequate life insurance/)).toHaveTextContent(
    /^Inadequate life insurance, of 1,259 whose cover is known$/,
  );
  expect(sheet.getByRole('row', { name: /^No nominated beneficiary 50/ })).toBeVisible();
  expect(await sheet.findByText(/is of all members unless its line says otherwise/)).toBeVisible();
});

it('names both where a share is of other members now', async () => {
  const sheet = await opened(coverUnknownOf(22, 20));
  expect(sheet.getByText(/^Inadequate life insurance/)).toHaveTextContent(
    'Inadequate life insurance, of 1,259 whose cover is known; now of 1,261 whose cover is known',
  );
});

it('tells in the employer’s view whether the replay was equal, one digest, and by day what concerned the whole plan', async () => {
  const sheet = await opened(published);
  expect(await sheet.findByText('Employer’s view')).toBeVisible();
  expect(sheet.getByRole('heading', { name: 'Proved' })).toBeVisible();
  expect(sheet.getByRole('row', { name: `Digest of all, SHA-256 ${digest}` })).toBeVisible();
  expect(sheet.getByRole('row', { name: 'a Member snapshots imported, Apr 2020, 10/05/2020' })).toBeVisible();
  for (const exact of [/of these members/, /members then/, /^Member-months/, /^Events$/, /member_snapshot/])
    expect(sheet.queryByText(exact)).toBeNull();
});

it('marks each figure with the letters of the causes that can have moved it, and none that reads the same', async () => {
  const on = '2020-05-12';
  const sheet = await opened({
    ...published,
    causes: [{ type: 'AssetsOwnedCompleted', detail: '2020-04', on }, ...published.causes],
  });
  const row = (name: RegExp) => sheet.getByRole('row', { name }).textContent;
  expect(sheet.getByRole('row', { name: /^a Assets owned imported/ })).toBeVisible();
  expect(sheet.getByRole('row', { name: /^b Member snapshots imported/ })).toBeVisible();
  expect(row(/^Total assets owned/)).toMatch(/\+1\.2%b$/);
  expect(row(/^Members/)).toMatch(/the same$/);
});

it('marks a figure of the exact document with the causes of its own column and of who came or went', async () => {
  const revised = { ...imported(3), type: 'MemberDetailsRevised', detail: '' };
  const { differences } = evidence;
  const sheet = await opened({
    ...evidence,
    differences: {
      ...differences,
      columns: [...differences.columns, { column: 'balance_within_average', members: 3, causes: [revised] }],
    },
  });
  const row = (name: RegExp) => sheet.getAllByRole('row', { name })[0]!.textContent;
  expect(row(/^Total assets owned \$/)).toMatch(/\+1\.2%a$/);
  expect(row(/^Low account balance/)).toMatch(/a, b$/);
});

it.each([
  ['Not the same', { isEqual: false, endedAt: moment }],
  ['Not proved', null],
])('says in the employer’s view: %s', async (heading, proof) => {
  const sheet = await opened({ ...published, proof, causes: [] });
  expect(sheet.getByRole('heading', { name: heading })).toBeVisible();
  expect(await sheet.findByText('Nothing that concerns the whole plan was recorded since then.')).toBeVisible();
});

it('is marked where its figures are exact', async () => {
  const sheet = await opened(evidence);
  expect(await sheet.findByText('Exact figures, staff only')).toBeVisible();
});

it('says that no month was closed by then', async () => {
  const sheet = await opened({ ...published, figures: null });
  expect(await sheet.findByText(/No month of this plan was closed by 10\/05\/2020/)).toBeVisible();
});

it('says what its address has to name, and offers no other try', async () => {
  portal({ user: helen });
  openAt('/evidence');
  expect(await screen.findByRole('heading', { name: 'No view is named' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  expect(document.documentElement.dataset['page']).toBe('failed');
});

it('shows nothing without the token of the document', async () => {
  portal({ user: helen });
  server.use(http.get('/api/history/evidence/:id', () => HttpResponse.json({ message: 'No.' }, { status: 404 })));
  openAt('/evidence?view=a1b2c3d4e5f6');
  expect(await screen.findByText(/The document/)).toBeVisible();
  expect(screen.queryByRole('article', { name: 'Evidence' })).toBeNull();
});
