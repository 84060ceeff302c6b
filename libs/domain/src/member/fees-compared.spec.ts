import { describe, it } from 'vitest';
import { given } from '../given.js';
import { erased, registered } from './jo.fixture.js';
import type { FeesComparedData, MemberEvent } from './member.events.js';
import { memberStream, recordFeesCompared } from './member.js';

const run: FeesComparedData = {
  memberId: 'm1',
  planId: 'T.a',
  on: '2026-11-26',
  comparedBy: 'helen',
  feesAsAt: '2026-11-26',
  holdings: [{ assetId: 'T.L80', balanceCents: 9_864_000 }],
  comparisonAssetId: 'I.IDX',
  nameA: 'Lifestage 1980s',
  nameB: 'Balanced Index',
  totalCentsA: 93_616,
  totalCentsB: 50_643,
  feesFromA: '2026-07-01',
  feesFromB: '2026-10-01',
};
const compared = (data: FeesComparedData): MemberEvent => ({ type: 'FeesCompared', data });

describe('a comparison of fees for a member', () => {
  it('is an event of theirs, one for equal inputs on one day, whoever runs it', () => {
    given(memberStream, registered).when(recordFeesCompared(run)).then(compared(run));
    given(memberStream, registered, compared(run))
      .when(recordFeesCompared({ ...run, comparedBy: 'joon' }))
      .then();
    const other = { ...run, comparisonAssetId: 'I.OTHER' };
    given(memberStream, registered, compared(run), compared(other)).when(recordFeesCompared(run)).then();
  });

  it.each([
    ['another day', { on: '2026-11-27' }],
    ['another plan', { planId: 'T.b' }],
    ['other fees', { feesAsAt: '2026-06-30' }],
    ['another balance', { holdings: [{ assetId: 'T.L80', balanceCents: 1 }] }],
    ['another investment', { comparisonAssetId: 'I.OTHER' }],
    ['a table of another day', { feesFromB: '2026-11-26' }],
    ['other totals', { totalCentsA: 93_617 }],
  ])('is another event with %s', (_, more) => {
    const again = { ...run, ...more };
    given(memberStream, registered, compared(run)).when(recordFeesCompared(again)).then(compared(again));
  });

  it('is refused for a member who was erased', () => {
    given(memberStream, registered, erased)
      .when(recordFeesCompared(run))
      .thenRefuses('conflict', 'This member was erased.');
  });
});
