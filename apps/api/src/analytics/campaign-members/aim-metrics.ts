import type { CampaignAim } from '@superscope/domain/campaign/campaign-aim';
import type { Acted } from '@superscope/domain/publishing/campaign-effect';
import { actions, type ActionKey } from '@superscope/domain/scoring/actions';
import { lookBackSql } from '../employer/cell-statement.js';
import { concernedFacts, placesOf, type ConcernedFact } from '../actions/concerned-facts.js';
import { categories, periodFlags } from '../model/secret-columns.js';
import type { SecretContext } from '../model/secret-column.js';
import { underAim } from '../model/super-score-cube.js';
import type { Around, CountAround, MemberValue } from './members-around.js';

/**
 * The measure of a campaign's aim: members whom a fact concerned before it, and whom it no longer concerns after it.
 */
export interface AimMetric {
  /** Its name in noise labels. */
  name: string;
  /** Completes 'members who …'. */
  concerned: string;
  /** Completes 'of these …' with a number in front: '21 nominated somebody'. */
  acted: string;
  fact: ConcernedFact;
}

/**
 * The look-back of sign-ins. It is longer than the time from the campaign's month to the third month after it, so a member who had not signed
 * in before and has signed in afterwards did so in between.
 */
const signInMonths = 12;

/** What the noise of a metric's fact depends on. */
export const metricContext: SecretContext = { lookBack: signInMonths };

/** The metric of an action's own fact, so that a campaign's effect and an action's forecast report the same figures for a campaign. */
export const actionMetric = (key: ActionKey, acted: string): AimMetric => ({
  name: key,
  concerned: actions[key].concerned,
  acted,
  fact: concernedFacts[key],
});

export const aimMetrics: Readonly<Record<CampaignAim, AimMetric>> = {
  nominatedBeneficiary: actionMetric('nominateBeneficiary', 'nominated somebody'),
  accountBalance: actionMetric('bringSuperTogether', 'reached 80% of it'),
  lifeInsurance: actionMetric('liftLifeCover', 'have enough'),
  investmentApproach: actionMetric('chooseSuitableInvestment', 'are invested suitably'),
  retirementAdequacy: {
    name: 'inadequate',
    concerned: 'were projected to retire below the Modest standard',
    acted: 'are projected to reach it',
    fact: { key: 'standard', column: categories.standard, wire: '1|Inadequate' },
  },
  superScore: {
    name: 'underAim',
    concerned: 'scored under 3',
    acted: 'score 3 or more',
    fact: { key: 'band', column: underAim, wire: '1|Yes' },
  },
  signedIn: {
    name: 'notSignedIn',
    concerned: `had not signed in for ${signInMonths} months`,
    acted: 'signed in since',
    fact: { key: 'signed_in', column: periodFlags.loggedInMember, wire: '2|No' },
  },
};

/** Selects the stored value of a metric's fact from a member's row, before or after the campaign. */
export const valueOf = ({ fact: { key, column } }: AimMetric): MemberValue => ({
  name: `v_${key}`,
  sql: column.sql({ periodFrom: lookBackSql(signInMonths), timezone: '' }),
});

const listed = (values: readonly (string | number)[]): string =>
  values.map((value) => (typeof value === 'number' ? value : `'${value}'`)).join(', ');

/**
 * Counts of all members by their value before the campaign (the last value is left out because it is the rest) and of all who acted, then
 * of the recipients who were concerned and of those who acted.
 */
export function actedCounts(metric: AimMetric): CountAround[] {
  const { name, fact } = metric;
  const { key, column } = fact;
  const value = valueOf(metric).name;
  const concerned = placesOf(fact).map((place) => column.values[place]!);
  const neither = column.hasUnknown ? [...concerned, column.values.at(-1)!] : concerned;
  const was = `b.${value} IN (${listed(concerned)})`;
  const acted = `${was} AND a.${value} NOT IN (${listed(neither)})`;
  return [
    ...column.values.slice(0, -1).map((each, place) => ({
      name: `before_${key}_${place}`,
      condition: `b.${value} IN (${listed([each])})`,
    })),
    { name: `acted_${name}`, condition: acted },
    { name: `got_concerned_${name}`, condition: `got AND ${was}` },
    { name: `got_acted_${name}`, condition: `got AND ${acted}` },
  ];
}

/** Members by their value of the fact before the campaign. */
export function valuesBefore({ fact: { key, column } }: AimMetric, { members, counts }: Around): number[] {
  const known = column.values.slice(0, -1).map((_, place) => counts[`before_${key}_${place}`]!);
  return [...known, members - known.reduce((all, count) => all + count, 0)];
}

/** Exact counts of all members. */
export function actedOfAll(metric: AimMetric, around: Around): Acted<number> {
  const values = valuesBefore(metric, around);
  const concerned = placesOf(metric.fact).reduce((all, place) => all + values[place]!, 0);
  return { concerned, acted: around.counts[`acted_${metric.name}`]! };
}

/** Exact counts of the recipients. */
export const actedOfRecipients = ({ name }: AimMetric, { counts }: Around): Acted<number> => ({
  concerned: counts[`got_concerned_${name}`]!,
  acted: counts[`got_acted_${name}`]!,
});
