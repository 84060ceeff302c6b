import type { FeesComparedData, InsuranceQuotedData } from '@superscope/domain/member/member.events';
import type { EventStore } from '@superscope/event-store/event-store';
import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { describe, expect, it } from 'vitest';
import { erasedTimeline } from './erased-member-events.js';

const compared: FeesComparedData = {
  memberId: 'm1',
  planId: 'T.a',
  on: '2026-11-26',
  comparedBy: 'helen',
  feesAsAt: '2026-11-26',
  holdings: [{ assetId: 'A', balanceCents: 9_864_000 }],
  comparisonAssetId: 'B',
  nameA: 'Lifestage 1980s',
  nameB: 'Balanced Index',
  totalCentsA: 93_616,
  totalCentsB: null,
  feesFromA: null,
  feesFromB: null,
};
const quoted: InsuranceQuotedData = {
  memberId: 'm1',
  planId: 'T.a',
  on: '2026-11-26',
  quotedBy: 'helen',
  gender: 'Male',
  salaryCents: 9_200_000,
  categoryId: 'STAFF',
  categoryName: 'Permanent staff',
  occupationGroup: 'White collar',
  addressState: 'VIC',
  voluntaryCents: { Death: 50_000_000, TPD: 0, SCI: 0 },
  lines: [],
  annualCents: 73_007,
  monthlyCents: 6_084,
  aboveLimitCents: { Death: 11_800_000, TPD: 0, SCI: 0 },
  ratesFrom: '2026-07-01',
  factorsFrom: '2026-07-01',
  personal: { calculationDate: 'Erased', ageNextBirthday: 'Erased' },
};
const at = '2026-11-26T01:00:00.000Z';
const history = [
  { type: 'FeesCompared', data: compared, revision: 1n, metadata: { at } },
  { type: 'InsuranceQuoted', data: quoted, revision: 2n, metadata: { at } },
] as unknown as RecordedEvent[];
const store: Pick<EventStore, 'read'> = {
  async *read() {
    yield* await Promise.resolve(history);
  },
};

describe('the timeline of an erased member', () => {
  it('says that fees were compared and insurance was quoted, and no amount of either', async () => {
    expect(await erasedTimeline(store, 'm1', null)).toMatchObject([
      { eventType: 'InsuranceQuoted', at, consultant: 'helen', amount: null, notes: null },
      { eventType: 'FeesCompared', at, consultant: 'helen', amount: null, notes: null },
    ]);
  });
});
