import { randomMemberRow } from '@superscope/domain/publishing/random-member.fixture';
import { actionKeys, actions } from '@superscope/domain/scoring/actions';
import type { MemberScore } from '@superscope/domain/scoring/member-score';
import { seededRandom } from '@superscope/domain/seeded-random.fixture';
import { expect, it } from 'vitest';
import { concernedFacts, placesOf } from './concerned-facts.js';

const random = seededRandom(5);
const rows = Array.from({ length: 2_000 }, () => randomMemberRow(random));
const yesNo = (flag: number) => (flag === 2 ? null : flag === 1);

/** The part of a score that actions depend on. */
const scoreOf = (row: (typeof rows)[number]) =>
  ({
    beneficiaryNominationType: row.beneficiary_nomination_type === 'Unknown' ? null : row.beneficiary_nomination_type,
    expiredBeneficiaryNominated: yesNo(row.expired_beneficiary_nominated),
    potentiallyInadequateLifeInsurance: yesNo(row.potentially_inadequate_life_insurance),
    investmentStrategySuitable: yesNo(row.investment_strategy_suitable),
    makingVoluntaryContributions: yesNo(row.making_voluntary_contributions),
    balanceWithinAverage: yesNo(row.balance_within_average),
  }) as unknown as MemberScore;

it.each(actionKeys)('%s concerns the members of its published fact, and no others', (key) => {
  const { column } = concernedFacts[key];
  const places = placesOf(concernedFacts[key]);
  const name = column.sql({ periodFrom: '', timezone: '' }) as keyof (typeof rows)[number];
  const isIn = (row: (typeof rows)[number]) =>
    places.some((place) => String(column.values[place]) === String(row[name]));
  const concerned = rows.filter((row) => actions[key].isConcerned(scoreOf(row)));
  expect(concerned.length).toBeGreaterThan(10);
  expect(rows.filter(isIn)).toEqual(concerned);
});
