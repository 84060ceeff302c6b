import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import { erased, registered } from './jo.fixture.js';
import type { InsuranceQuotedData, MemberEvent } from './member.events.js';
import { memberStream, recordInsuranceQuoted } from './member.js';

const run: InsuranceQuotedData = {
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
  lines: [
    { kind: 'default', coverType: 'Death', coverCents: 36_800_000, annualCents: 30_952, monthlyCents: 2_579 },
    { kind: 'voluntary', coverType: 'Death', coverCents: 50_000_000, annualCents: 42_055, monthlyCents: 3_505 },
  ],
  annualCents: 73_007,
  monthlyCents: 6_084,
  aboveLimitCents: { Death: 11_800_000, TPD: 0, SCI: 0 },
  ratesFrom: '2026-07-01',
  factorsFrom: '2026-07-01',
  personal: { calculationDate: '2026-11-26', ageNextBirthday: '45' },
};
const quoted = (data: InsuranceQuotedData): MemberEvent => ({ type: 'InsuranceQuoted', data });

describe('a quotation of insurance for a member', () => {
  it('is an event of theirs, one for equal inputs on one day, whoever makes it', () => {
    given(memberStream, registered).when(recordInsuranceQuoted(run)).then(quoted(run));
    given(memberStream, registered, quoted(run))
      .when(recordInsuranceQuoted({ ...run, quotedBy: 'joon' }))
      .then();
    const other = { ...run, salaryCents: 9_300_000 };
    given(memberStream, registered, quoted(run), quoted(other)).when(recordInsuranceQuoted(run)).then();
  });

  it.each([
    ['another day', { on: '2026-11-27' }],
    ['another plan', { planId: 'T.b' }],
    ['another calculation date', { personal: { ...run.personal, calculationDate: '2026-12-01' } }],
    ['another salary', { salaryCents: 1 }],
    ['another category', { categoryId: 'CASUAL' }],
    ['another occupation', { occupationGroup: 'Standard' }],
    ['another state', { addressState: null }],
    ['other rates', { ratesFrom: '2026-11-26' }],
    ['other premiums', { lines: run.lines.map((line) => ({ ...line, annualCents: line.annualCents + 1 })) }],
    ['other voluntary cover', { voluntaryCents: { Death: 50_000_000, TPD: 1, SCI: 0 } }],
  ])('is another event with %s', (_, more) => {
    const again = { ...run, ...more };
    given(memberStream, registered, quoted(run)).when(recordInsuranceQuoted(again)).then(quoted(again));
  });

  it('has age and day of calculation among the personal fields, which are encrypted with the member’s key', () => {
    expect(memberStream.personOf?.InsuranceQuoted?.(run)).toBe('m1');
  });

  it('is refused for a member who was erased', () => {
    given(memberStream, registered, erased)
      .when(recordInsuranceQuoted(run))
      .thenRefuses('conflict', 'This member was erased.');
  });
});
