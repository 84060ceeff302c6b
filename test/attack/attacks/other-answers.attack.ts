import { campaignEffect } from '@superscope/contracts/campaign-effect';
import { planActions, type PlanAction } from '@superscope/contracts/plan-actions';
import type { PublishedFigure } from '@superscope/contracts/published-figure';
import type { Attack } from '../attack.js';
import { Book } from '../book.js';
import { wholePlan } from '../cells.js';
import { Claims } from '../claims.js';
import type { Employer } from '../employer.js';
import { facts, headcount, type Fact } from '../facts.js';
import type { Figure } from '../figure.js';
import { without, type PlanKnowledge } from '../knowledge.js';
import { countVariance, roundedShareVariance } from '../mechanism.js';
import { equals, monthOf, rangeOf, type Query, type Result } from '../portal-asker.js';
import { byCounts } from './joiners-and-leavers.attack.js';

/** The facts of actions and campaign aims. */
const ofActions: Partial<Record<PlanAction['key'], Fact>> = {
  nominateBeneficiary: facts.noNomination,
  makeNominationBinding: facts.nonBinding,
  renewNomination: facts.expired,
  liftLifeCover: facts.inadequate,
};
const ofAims: Readonly<Record<string, Fact>> = {
  nominatedBeneficiary: facts.noNomination,
  lifeInsurance: facts.inadequate,
};

/**
 * Compares the answers about actions, campaign effects, member categories and holdings with answers of the query service about the same
 * facts, and isolates members who joined or left between two answers.
 */
export const otherAnswers: Attack = {
  name: 'actions, effects, categories, holdings',
  async run(employer) {
    const claims = new Claims();
    for (const plan of employer.plans) {
      const books = await actionBooks(employer, plan);
      for (const [fact, book] of books) {
        compareCounts(book, await employer.counts(plan, fact), claims);
        byCounts(book, plan, fact, claims);
      }
      await effects(employer, plan, books, claims);
      await categories(employer, plan, claims);
      await holdings(employer, plan, claims);
    }
    return claims;
  },
};

const isCount = (figure: Figure | undefined): figure is Extract<Figure, { kind: 'value' }> =>
  figure?.kind === 'value' && Number.isInteger(figure.value);

/** Compares counts of the whole plan that are in both books. */
function compareCounts(some: Book, others: Book, claims: Claims): void {
  for (const month of [...some.groups()].flatMap(({ months }) => months)) {
    const [one, other] = [some.at(wholePlan, month), others.at(wholePlan, month)];
    if (isCount(one) && isCount(other)) claims.compare(one.value, other.value);
  }
}

/** The number of members whom each action concerns, by month. */
async function actionBooks(employer: Employer, plan: PlanKnowledge): Promise<Map<Fact, Book>> {
  const books = new Map(Object.values(ofActions).map((fact) => [fact, new Book()]));
  for (const month of employer.months) {
    const path = `/api/plans/${plan.planId}/actions?month=${month}`;
    const told = await employer.asks.get(path);
    const answer = told === null ? null : planActions.parse(told);
    if (answer?.month !== month) continue;
    const all = plan.members(wholePlan, month).length;
    for (const { key, members, share } of answer.actions) {
      const fact = ofActions[key];
      const figure = fact && figureOf(members, share, all, (fact.boundaries ?? 1) * countVariance('adjusted', true));
      if (figure) books.get(fact)!.note(wholePlan, month, figure);
    }
  }
  return books;
}

function figureOf(count: PublishedFigure, share: PublishedFigure, all: number, variance: number): Figure | null {
  if (count.value !== null) return { kind: 'value', value: count.value, variance };
  if (share.value === null) return null;
  return { kind: 'value', value: (share.value / 100) * all, variance: variance + roundedShareVariance(all) };
}

interface Run {
  campaignId: string;
  concerned: number;
  before: string;
  after: string;
  fact: Fact;
}

/** A campaign's effect counts who was concerned among those who stayed. The rest of that month's number are members who left. */
async function effects(
  employer: Employer,
  plan: PlanKnowledge,
  books: ReadonlyMap<Fact, Book>,
  claims: Claims,
): Promise<void> {
  for (const { concerned, before, after, fact } of await effectsOf(employer, plan)) {
    const then = plan.members(wholePlan, before);
    const left = without(then, plan.members(wholePlan, after));
    const whole = books.get(fact)!.valueAt(wholePlan, before);
    if (!whole) continue;
    if (left.length === 0) {
      if (isCount(whole)) claims.compare(whole.value, concerned);
      continue;
    }
    const variance = whole.variance + (fact.boundaries ?? 1) * countVariance('adjusted', false);
    claims.groups.push({
      planId: plan.planId,
      month: before,
      fact,
      members: left,
      count: whole.value - concerned,
      variance,
    });
  }
}

async function effectsOf(employer: Employer, plan: PlanKnowledge): Promise<Run[]> {
  const dimension = 'Campaign.campaignId';
  const answered = await load(employer, { dimensions: [dimension] }, plan);
  const runs: Run[] = [];
  for (const row of answered) {
    const campaignId = String(row[dimension]);
    const path = `/api/plans/${plan.planId}/campaigns/${campaignId}/effect`;
    const told = await employer.asks.get(path);
    const answer = told === null ? null : campaignEffect.parse(told);
    const fact = answer && ofAims[answer.aim];
    if (!fact) continue;
    const [recipients, others] = [answer.recipients.concerned.value, answer.others.concerned.value];
    const isTold = recipients !== null && others !== null;
    if (isTold) runs.push({ ...answer, fact, concerned: recipients + others });
  }
  return runs;
}

async function load(employer: Employer, query: Query, plan: PlanKnowledge): Promise<Result['data']> {
  const filters = [equals('Member.planId', [plan.planId]), ...(query.filters ?? [])];
  const [answer] = await employer.asks.ask([{ ...query, filters }]);
  return answer?.[0]?.data ?? [];
}

const allMonths = (employer: Employer, dimension: string): Pick<Query, 'timeDimensions'> => ({
  timeDimensions: [
    { dimension, granularity: 'month', dateRange: rangeOf(employer.months[0]!, employer.months.at(-1)!) },
  ],
});

/** Compares headcounts by category in the cube of categories with those in the cube of members. */
async function categories(employer: Employer, plan: PlanKnowledge, claims: Claims): Promise<void> {
  const told = async (month: string, category: string, members: string) => {
    const query = { measures: [members], dimensions: [category], ...allMonths(employer, month) };
    const rows = await load(employer, query, plan);
    return new Map(rows.map((row) => [`${monthOf(row[month])} ${row[category]}`, row[members]]));
  };
  const some = await told('MemberCategory.month', 'MemberCategory.categoryId', 'MemberCategory.members');
  const others = await told('MemberSnapshot.month', 'Member.categoryId', headcount);
  for (const [of, members] of others) if (some.has(of)) claims.compare(some.get(of), members);
}

/** Compares holders of lifecycle options with members invested by lifecycle, which is nearly the same fact. */
async function holdings(employer: Employer, plan: PlanKnowledge, claims: Claims): Promise<void> {
  const [code, month, held] = ['AssetOwned.assetCode', 'AssetOwned.month', 'AssetOwned.members'];
  const isLifecycle = [equals('Asset.isLifecycle', ['1'])];
  const assets = await load(employer, { dimensions: ['Asset.assetCode'], filters: isLifecycle }, plan);
  const codes = assets.map((row) => String(row['Asset.assetCode']));
  const filters = [equals(code, codes)];
  const rows = await load(
    employer,
    { measures: [held], dimensions: [code], filters, ...allMonths(employer, month) },
    plan,
  );
  const byMonth = new Map<string, (number | null)[]>();
  for (const row of rows) {
    const of = monthOf(row[month]);
    byMonth.set(of, [...(byMonth.get(of) ?? []), row[held] as number | null]);
  }
  // An asset is the same fact in a query by itself as in a query with others.
  for (const [asset] of new Map(rows.map((row) => [row[code], row]))) {
    const alone = await load(
      employer,
      { measures: [held], filters: [equals(code, [String(asset)])], ...allMonths(employer, month) },
      plan,
    );
    for (const row of alone)
      claims.compare(row[held], rows.find((each) => each[code] === asset && each[month] === row[month])?.[held]);
  }
  const flagged = await employer.counts(plan, facts.lifecycle);
  const book = new Book();
  for (const [of, counts] of byMonth) {
    const noise = countVariance('adjusted', true);
    const own = flagged.valueAt(wholePlan, of);
    const summed = counts.every((count) => count !== null)
      ? { value: counts.reduce((all, count) => all + count, 0), variance: counts.length * noise }
      : null;
    const known = [own, summed].filter((each) => each !== null);
    if (known.length === 0) continue;
    const precision = known.reduce((sum, { variance }) => sum + 1 / variance, 0);
    const value = known.reduce((sum, { value: told, variance }) => sum + told / variance, 0) / precision;
    book.note(wholePlan, of, { kind: 'value', value, variance: 1 / precision });
  }
  byCounts(book, plan, facts.lifecycle, claims);
}
