import type { ClickHouseClient } from '@clickhouse/client';
import { cubes } from '@superscope/api/analytics/model/catalogue';
import type { MemberMonthRow } from '@superscope/contracts/read-models/member-snapshots';
import { closeMonths } from './sample-editions.js';
import { insertRows, membersOf } from './sample-members.js';

/** Measures about members that employers may query for a whole plan. */
export const wholeMeasures = cubes
  .slice(0, 3)
  .flatMap((cube) => cube.measures)
  .filter(({ published }) => published.as !== 'nothing' && published.as !== 'share')
  .map(({ name }) => name);

/** Values that vary by member, so that only the tested values are alike. */
export const own = (i: number): Partial<MemberMonthRow> => ({
  gender: i % 2 === 0 ? 'Female' : 'Male',
  age: 30 + (i % 30),
  age_group: i % 3 === 0 ? '31 - 44' : '45 - 54',
  address_state: i <= 6 ? 'TAS' : i <= 15 ? 'ACT' : i % 4 === 0 ? 'VIC' : 'NSW',
  beneficiary_nomination_type: i <= 5 ? '1|Binding' : i % 5 < 2 ? '2|Non-binding' : '4|None',
  no_life_insurance: i % 6 === 0 ? 1 : 0,
  death_cover_cents: i % 6 === 0 ? 0 : 100_000_00 + i * 1_000_00,
  life_insurance_indicator_result: i % 6 === 0 ? 'None' : i % 2 === 0 ? 'On target' : 'Under insured',
  last_sign_in_on: i % 3 === 0 ? '2026-03-03' : i % 3 === 1 ? '2025-10-03' : '2020-01-01',
  total_assets_owned_cents: 20_000_00 + ((i * 7919) % 400) * 1_000_00,
  salary_sacrifice_cents: i % 2 === 0 ? 200_00 : null,
  personal_contributions_cents: i % 3 === 0 ? 100_00 : null,
  score: 1_000_000 + ((i * 37) % 350) * 10_000,
  joined: i % 50 === 0 ? 1 : 0,
});

/** The values known in a month, without later sign-ins. */
const ownAt = (month: string) => (i: number) => {
  const row = own(i);
  return row.last_sign_in_on! > `${month}-31` ? { ...row, last_sign_in_on: '2020-01-01' } : row;
};

/** Six closed months of plans of all sizes, and an open month. */
export async function closeSampleMonths(client: ClickHouseClient): Promise<void> {
  for (const [i, at] of ['2025-12', '2026-01', '2026-02', '2026-03', '2026-04', '2026-05'].entries())
    await closeMonths(client, [
      // Two members leave in each month.
      ...membersOf('acme', at, 1, 302 - 2 * i, ownAt(at)),
      ...membersOf('other', at, 1001, 120, (n) => ({
        ...own(n),
        address_state: 'NSW',
        no_life_insurance: n > 1116 ? 0 : 1,
      })),
      ...membersOf('small', at, 2001, 25, own),
      ...membersOf('tiny', at, 3001, 8, own),
      ...membersOf('middle', at, 5001, 45, own),
    ]);
  await insertRows(client, 'member_snapshot', [
    ...membersOf('acme', '2026-06', 1, 287, own),
    ...membersOf('tiny', '2026-06', 3001, 9, own),
    ...membersOf('new', '2026-06', 4001, 14, own),
  ]);
}
