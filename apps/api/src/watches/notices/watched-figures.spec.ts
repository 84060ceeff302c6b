import type { AnalyticsQuery } from '@superscope/contracts/analytics/query';
import { expect, it } from 'vitest';
import type { AnalyticsService } from '../../analytics/load/analytics-service.js';
import { WatchedFigures } from './watched-figures.js';

const AGE = 'MemberSnapshot.averageAge';
const ASSETS = 'MemberSnapshot.totalAssetsOwned';
const asker = { role: 'CompanyRep', scope: { kind: 'plans', planIds: new Set(['T.P1']) } } as const;

/** An api whose answers have these margins. */
const answering = (margins: Record<string, (number | null)[]>) => {
  const load = ({ measures }: AnalyticsQuery) =>
    Promise.resolve({ results: [{ measures, data: [{ [AGE]: 41.3, [ASSETS]: 126_000_000 }], margins }] });
  return new WatchedFigures({ load } as unknown as AnalyticsService);
};
const read = async (margins: Record<string, (number | null)[]>) =>
  Object.fromEntries(await answering(margins).read('T.P1', '2026-10', new Set(['averageAge', 'totalBalance']), asker));

it('Watches take the margin of an average age from the answer, and compare other figures as they are published', async () => {
  const assets = { value: 126_000_000, margin: null };
  expect(await read({ [AGE]: [0.4], [ASSETS]: [9_000_000] })).toEqual({
    averageAge: { value: 41.3, margin: 0.4 },
    totalBalance: assets,
  });
  // In a plan of one payroll the average age is exact.
  expect(await read({ [ASSETS]: [9_000_000] })).toEqual({
    averageAge: { value: 41.3, margin: null },
    totalBalance: assets,
  });
});
