import { fileURLToPath } from 'node:url';
import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { actedCounts, aimMetrics, valueOf } from '../campaign-members/aim-metrics.js';
import { campaignsOf, planCampaign } from '../campaign-members/campaign-runs.js';
import { liveMonths, membersAround } from '../campaign-members/members-around.js';
import type { Edition } from '../employer/editions.js';
import type { Statement } from '../../platform/clickhouse/statement.js';
import { editionActions, liveActions, newestLiveMonth } from './action-statement.js';
import { followUpValues, followUpCounts } from './supporting-campaigns.js';

const edition = (month: string, version: number): Edition => ({
  planId: 'acme',
  month,
  edition: 1,
  version,
  members: 300,
  key: 7n,
  recordedBy: '2026-06-08 00:00:00.000',
  rules: 2,
  onePayroll: true,
});
const campaign = planCampaign(['P.K1', 'Nominate a beneficiary', 'SuperScore email', '2026-02-04']);
const editions = { before: edition('2026-01', 3), after: edition('2026-05', 4) };
const metric = aimMetrics.nominatedBeneficiary;

const statements: Record<string, Statement> = {
  'actions-of-an-edition': editionActions(edition('2026-05', 4)),
  'actions-exact': liveActions('acme', '2026-06'),
  'newest-month': newestLiveMonth('acme', '2026-06'),
  campaigns: campaignsOf('acme'),
  'follow-up-of-a-campaign': membersAround('acme', campaign, editions, followUpCounts, followUpValues),
  'effect-of-a-campaign': membersAround('acme', campaign, editions, actedCounts(metric), [valueOf(metric)]),
  'effect-exact': membersAround('acme', campaign, null, actedCounts(metric), [valueOf(metric)]),
  'months-of-a-campaign': liveMonths('acme', campaign),
};

it.each(Object.entries(statements))('%s is the statement in its golden file', async (name, { sql }) => {
  await expect(`${sql}\n`).toMatchFileSnapshot(`../golden/actions/${name}.golden.sql`);
});

it.each(Object.entries(statements))('%s names each of its parameters, and no other', (_, { sql, params }) => {
  const named = [...sql.matchAll(/\{(\w+):/g)].map(([, name]) => name!);
  expect([...new Set(named)].sort()).toEqual(Object.keys(params).sort());
});

it('every golden file belongs to a statement', () => {
  const folder = fileURLToPath(new URL('../golden/actions', import.meta.url));
  expect(readdirSync(folder).sort()).toEqual(
    Object.keys(statements)
      .map((name) => `${name}.golden.sql`)
      .sort(),
  );
});
