import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { actionGains, actionKeys, actions, type ActionKey } from './actions.js';
import { anyMember } from './any-member.fixture.js';
import type { MemberMonthInput } from './member-month.js';
import { scoreMember } from './member-score.js';
import { scoredAreas } from './super-score.js';
import { referenceFigures, typicalMember } from './typical-member.js';

const june2021 = '2021-06-30';
const score = (member: MemberMonthInput) => scoreMember(member, referenceFigures, june2021);
const gains = (member: MemberMonthInput) => actionGains(member, score(member), referenceFigures, june2021);
const done = (key: ActionKey, member: MemberMonthInput): MemberMonthInput => ({
  ...member,
  ...actions[key].after({ member, score: score(member), figures: referenceFigures, asAt: june2021 }),
});

describe('an action', () => {
  it('gains the difference to the score with the inputs after the action', () => {
    fc.assert(
      fc.property(anyMember, fc.constantFrom(...actionKeys), (member, key) => {
        const before = score(member);
        const gain = gains(member)[key];
        if (before.scoreMillionths === null || !actions[key].isConcerned(before)) expect(gain).toBeNull();
        else expect(gain).toBe(score(done(key, member)).scoreMillionths! - before.scoreMillionths);
      }),
      { numRuns: 2000 },
    );
  });

  it('never lowers the points of its area', () => {
    fc.assert(
      fc.property(anyMember, fc.constantFrom(...actionKeys), (member, key) => {
        const before = score(member);
        fc.pre(actions[key].isConcerned(before));
        const { area } = actions[key];
        const [less, more] = [before.components[area], score(done(key, member)).components[area]];
        if (less === null) expect(more).toBeNull();
        else expect(more).toBeGreaterThanOrEqual(less);
      }),
      { numRuns: 2000 },
    );
  });

  it('no longer concerns a member who has done it', () => {
    const twice: Partial<Record<ActionKey, MemberMonthInput>> = {
      nominateBeneficiary: { ...typicalMember, beneficiaryNominationType: 'None', nominationDate: null },
      makeNominationBinding: { ...typicalMember, beneficiaryNominationType: 'Non-binding' },
      renewNomination: { ...typicalMember, nominationDate: '2017-01-31' },
      liftLifeCover: { ...typicalMember, deathCoverCents: 0 },
      chooseSuitableInvestment: { ...typicalMember, growthExposurePercent: 20 },
      contributeMore: typicalMember,
      bringSuperTogether: { ...typicalMember, totalAssetsOwnedCents: 10_000_00 },
    };
    for (const key of actionKeys) {
      const member = twice[key]!;
      expect([key, gains(member)[key]], 'before').toEqual([key, expect.any(Number)]);
      expect([key, gains(done(key, member))[key]], 'after').toEqual([key, null]);
    }
  });

  it('exists for each scored area', () => {
    expect(new Set(Object.values(actions).map(({ area }) => area))).toEqual(new Set(scoredAreas));
  });
});

describe('a member with every input', () => {
  it('gains a whole star by a first binding nomination, and 0.4 by replacing a non-binding one', () => {
    const none = { ...typicalMember, beneficiaryNominationType: 'None' };
    expect(gains(none)).toMatchObject({ nominateBeneficiary: 1_000_000, makeNominationBinding: null });
    const loose = { ...typicalMember, beneficiaryNominationType: 'Non-binding' };
    expect(gains(loose)).toMatchObject({ nominateBeneficiary: null, makeNominationBinding: 400_000 });
  });

  it('whose nomination expired gains 0.6 by renewing it', () => {
    expect(gains({ ...typicalMember, nominationDate: '2018-06-29' })).toMatchObject({ renewNomination: 600_000 });
    expect(gains({ ...typicalMember, nominationDate: '2018-06-30' })).toMatchObject({ renewNomination: null });
  });

  it('without cover gains a whole star by cover that meets the need', () => {
    const uninsured = { ...typicalMember, deathCoverCents: 0 };
    // 5.4 salaries less the balance of 99,000.
    expect(done('liftLifeCover', uninsured).deathCoverCents).toBe(333_000_00);
    expect(gains(uninsured).liftLifeCover).toBe(1_000_000);
  });

  it('whose balance alone meets the need still insures half of it', () => {
    const rich = { ...typicalMember, deathCoverCents: 0, totalAssetsOwnedCents: 900_000_00 };
    expect(done('liftLifeCover', rich).deathCoverCents).toBe(216_000_00);
    expect(gains(rich).liftLifeCover).toBe(1_000_000);
  });

  it('with too little growth gains by the target of the age, or of an assessed risk profile', () => {
    const cautious = { ...typicalMember, growthExposurePercent: 40 };
    expect(done('chooseSuitableInvestment', cautious).growthExposurePercent).toBe(80);
    expect(gains(cautious).chooseSuitableInvestment).toBeGreaterThan(1_000_000);
    const assessed = { ...cautious, riskProfileName: 'Moderate', riskProfileAssessedOn: '2021-01-31' };
    expect(done('chooseSuitableInvestment', assessed).growthExposurePercent).toBe(55);
  });

  it('who contributes more has a higher projected income', () => {
    const more = done('contributeMore', typicalMember).trailingYear;
    expect(more).toMatchObject({ salarySacrificeCents: 4_000_00, madeVoluntaryContribution: true });
    expect(gains(typicalMember).contributeMore).toBeGreaterThan(0);
  });

  it('whose employer contributes up to the cap gains nothing by contributing more', () => {
    const capped = { ...typicalMember, salaryCents: 400_000_00 };
    expect(gains(capped).contributeMore).toBe(0);
  });
});

it('a member without a score has an unknown gain', () => {
  const unknown = { ...typicalMember, salaryCents: null, gender: null, beneficiaryNominationType: 'None' };
  expect(score(unknown).scoreMillionths).toBeNull();
  expect(Object.values(gains(unknown))).toEqual(actionKeys.map(() => null));
});

it('cover concerns a member whose need is unknown, with an unknown gain', () => {
  const unknown = { ...typicalMember, salaryCents: null, deathCoverCents: 0 };
  expect(gains(unknown).liftLifeCover).toBe(0);
});
