import { describe, expect, it } from 'vitest';
import { readPublished } from './published-rows.js';
import { asFraction, publishedShare, rankedQuery, rankedShares } from './ranked-shares.js';

const [loggedIn, standard] = rankedShares;
const column = 'Member.projectedRetirementStandardName';

const rows = (shares: Record<string, number | null>) =>
  readPublished({
    data: Object.entries(shares).map(([value, share]) => ({ [column]: value, 'MemberSnapshot.shareOfMembers': share })),
  } as never);

describe('a share that plans are ranked by', () => {
  it('is what the others leave', () => {
    expect(
      publishedShare(
        standard!,
        rows({ '1|Inadequate': 1.3, '2|Modest': 72.7, '3|Comfortable': 17, '4|Aspirational': 9 }),
      ),
    ).toBe(98.7);
  });

  it('is the sum of its parts where the others are not published', () => {
    expect(
      publishedShare(
        standard!,
        rows({ '1|Inadequate': null, '2|Modest': 52.7, '3|Comfortable': 40, '4|Aspirational': 4.7 }),
      ),
    ).toBe(97.4);
  });

  it('is unknown where neither is published, and has no rank then', () => {
    const share = publishedShare(standard!, rows({ '1|Inadequate': null, '2|Modest': 60, '3|Comfortable': null }));
    expect(share).toBeNull();
    expect(asFraction(share)).toEqual({ count: 0, total: 0 });
  });

  it('never leaves 0 to 100, although its parts are adjusted one by one', () => {
    expect(
      publishedShare(
        standard!,
        rows({ '1|Inadequate': null, '2|Modest': 60.2, '3|Comfortable': 30, '4|Aspirational': 10 }),
      ),
    ).toBe(100);
  });

  it('counts sign-ins of the 12 months to the ranked one', () => {
    expect(rankedQuery(loggedIn!, ['T.K1'], '2026-03').timeDimensions).toEqual([
      { dimension: 'MemberSnapshot.month', dateRange: ['2025-04-01', '2026-03-31'] },
    ]);
  });
});
