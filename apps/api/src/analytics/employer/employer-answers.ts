import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import { withheld } from '@superscope/domain/publishing/published';
import type { Meter } from '@superscope/domain/publishing/cell';
import { compile, type CompiledQuery } from '../compile/compile.js';
import { dimensionOf } from '../model/catalogue.js';
import type { Source } from '../model/cube-member.js';
import { membersOf, splitFilters } from '../query/normalize-filters.js';
import { refused } from '../query/bad-query.js';
import { sourceOf } from '../query/normalize.js';
import type { QueryClient } from '../../platform/query-client.js';
import { runStatement } from '../load/run-statement.js';
import type { Budget } from './budget.js';
import { campaignRows } from './campaign-answer.js';
import { campaignPlans, campaignRun, campaignStatement } from './campaign-statement.js';
import { categoryQuestion, type CategoryQuestion } from './category-question.js';
import { StaleCalendar } from './cells.js';
import { monthBuckets, type MonthBucket } from './closed-months.js';
import { contactQuestion, contactRows } from './contact-answer.js';
import { EditionCalendar, type Editions } from './editions.js';
import { factRows } from './fact-answer.js';
import { holdingQuestion } from './holding-question.js';
import { memberRows } from './member-answer.js';
import {
  categoriesAnswer,
  categoryStatements,
  holdingsAnswer,
  holdingStatements,
  type AnswerSource,
} from './named-answers.js';
import type { NamedQuestion } from './named-question.js';
import { movementRows, unpublishedMovement } from '../movement/movement-answer.js';
import { movementQuestion, type MovementQuestion } from '../movement/movement-question.js';
import { movementStatement } from '../movement/movement-statement.js';
import { publishedAnswer, type EmployerResult, type PublishedRow } from './published-answer.js';
import { employerQuestion, looksBack, type EmployerQuestion } from './question.js';
import { headcountRows, isHeadcountOnly, withRunningMonths } from './running-months.js';
import { cellStatement, monthsRead } from './cell-statement.js';

/** A query that employers may ask, with the plans that it reads (null: all). */
export interface EmployerPlan {
  source: Source;
  query: NormalizedQuery;
  planIds: readonly string[] | null;
  /** A question about members; null for all other queries. */
  question: EmployerQuestion | null;
  movement: MovementQuestion | null;
  categories: CategoryQuestion | null;
  holdings: NamedQuestion | null;
  /** A query that is not about members. */
  facts: CompiledQuery | null;
}

/** Checks the question before anything is read. Throws BadQuery with 403 and a message that says what may be asked. */
export function employerPlan(query: NormalizedQuery, planIds: readonly string[] | null): EmployerPlan {
  const source = sourceOf(query);
  const plan: EmployerPlan = {
    source,
    query,
    planIds,
    question: null,
    movement: null,
    categories: null,
    holdings: null,
    facts: null,
  };
  switch (source) {
    case 'movement':
      return { ...plan, movement: movementQuestion(query, planIds) };
    case 'memberCategory':
      return { ...plan, categories: categoryQuestion(query) };
    case 'assetOwned':
      return { ...plan, holdings: holdingQuestion(query) };
    case 'asset':
      return { ...plan, facts: compile(query, planIds) };
    case 'campaign':
      assertCampaigns(query);
      return plan;
    case 'contactRequest':
      return { ...plan, question: contactQuestion(query) };
    case 'memberMonth':
      return { ...plan, question: employerQuestion(query) };
  }
}

function assertCampaigns(query: NormalizedQuery): void {
  const names = [
    ...query.dimensions,
    ...query.timeDimensions.map((time) => time.dimension),
    ...query.filters.flatMap(membersOf),
  ];
  if (query.ungrouped || names.includes('Campaign.time'))
    throw refused("When members took a step is not published; ask by 'Campaign.eventDate', the day the campaign ran");
}

const attempts = 3;

/** Answers employers' queries from editions, each figure published (docs/privacy.md). */
export class EmployerAnswers {
  constructor(
    private readonly client: QueryClient,
    private readonly editions: Editions,
    private readonly secret: () => Promise<PublishingSecret>,
    private readonly timeoutMs: number,
  ) {}

  async answer(plan: EmployerPlan, budget: Budget, signal: AbortSignal): Promise<EmployerResult> {
    for (let attempt = 1; ; attempt += 1)
      try {
        return await this.attempt(plan, budget, signal);
      } catch (error) {
        if (!(error instanceof StaleCalendar) || attempt === attempts) throw error;
        this.editions.forget(plan.planIds);
      }
  }

  /** The statements of a query about members, as they would be sent now. */
  async statements({
    planIds,
    question,
    movement,
    categories,
    holdings,
    facts,
  }: EmployerPlan): Promise<{ sql: string; params: Record<string, unknown> }[]> {
    if (facts !== null) return [facts];
    if (question === null && movement === null && categories === null && holdings === null) return [];
    const calendar = await this.editions.of(planIds);
    if (holdings !== null) return holdingStatements(holdings, planIds, calendar);
    if (categories !== null) return categoryStatements(categories, planIds, calendar);
    if (question === null) return isClosed(movement!, calendar) ? [movementStatement(movement!, calendar)] : [];
    const buckets = this.buckets(question, calendar);
    return buckets.length === 0 ? [] : [cellStatement(question, planIds ?? calendar.planIds, buckets, calendar)];
  }

  private buckets(question: EmployerQuestion, calendar: EditionCalendar): MonthBucket[] {
    return monthBuckets(question.query, question.times, calendar.months, question.quarterly);
  }

  private async attempt(plan: EmployerPlan, budget: Budget, signal: AbortSignal): Promise<EmployerResult> {
    if (plan.facts !== null)
      return publishedAnswer(factRows(plan.facts, await this.read(signal)(plan.facts)), plan.query, plan.facts.having);
    const calendar = await this.editions.of(plan.planIds);
    if (plan.movement !== null) return this.movement(plan.movement, calendar, budget, signal);
    if (plan.categories !== null)
      return categoriesAnswer(plan.categories, plan.planIds, await this.source(calendar, budget, signal));
    if (plan.holdings !== null)
      return holdingsAnswer(plan.holdings, plan.planIds, await this.source(calendar, budget, signal));
    if (plan.question === null) return this.campaigns(plan, calendar, budget, signal);
    const { question, query, source } = plan;
    const isHeadcount = isHeadcountOnly(question);
    const known = isHeadcount ? await withRunningMonths(question, plan.planIds, calendar, this.read(signal)) : calendar;
    const planIds = plan.planIds ?? known.planIds;
    const buckets = this.buckets(question, known);
    const rows =
      buckets.length === 0
        ? nothingClosed(question)
        : await this.members(question, planIds, buckets, known, isHeadcount, budget, signal);
    const answer = publishedAnswer(
      source === 'contactRequest' ? contactRows(rows, query) : rows,
      query,
      question.having,
    );
    const newest = buckets.at(-1);
    return {
      ...answer,
      ...(newest === undefined ? {} : { figuresOf: newest.stock }),
      ...(newest !== undefined && looksBack(question) ? { lookBackMonths: newest.lookBack } : {}),
      ...(question.quarterly ? { quarterEnds: true } : {}),
    };
  }

  private async members(
    question: EmployerQuestion,
    planIds: readonly string[],
    buckets: readonly MonthBucket[],
    calendar: EditionCalendar,
    isHeadcount: boolean,
    budget: Budget,
    signal: AbortSignal,
  ): Promise<PublishedRow[]> {
    const statement = cellStatement(question, planIds, buckets, calendar);
    // The calendar already holds each plan's own headcount.
    const rows = isHeadcount
      ? headcountRows(calendar, monthsRead(question, buckets), statement)
      : await this.read(signal)(statement);
    const secret = await this.secret();
    return memberRows({ question, statement, rows, buckets, planIds, calendar, secret }, budget);
  }

  private async movement(
    question: MovementQuestion,
    calendar: EditionCalendar,
    budget: Budget,
    signal: AbortSignal,
  ): Promise<EmployerResult> {
    const { query, having, to } = question;
    if (!isClosed(question, calendar)) return publishedAnswer(unpublishedMovement(), query, having);
    const statement = movementStatement(question, calendar);
    const meter: Meter = { drawn: 0 };
    const rows = movementRows(
      question,
      statement,
      await this.read(signal)(statement),
      calendar,
      await this.secret(),
      meter,
    );
    await budget.spend(meter.drawn);
    return { ...publishedAnswer(rows, query, having), figuresOf: to, quarterEnds: true };
  }

  private async campaigns(
    { query, planIds }: EmployerPlan,
    calendar: EditionCalendar,
    budget: Budget,
    signal: AbortSignal,
  ): Promise<EmployerResult> {
    const { where, having } = splitFilters(query.filters);
    const isStep = (filter: NormalizedFilterNode) => membersOf(filter).includes('Campaign.step');
    if (where.filter(isStep).some((filter) => !('member' in filter) || !filter.values))
      throw refused("Filters on 'Campaign.step' may only name steps, by 'equals' or 'in'");
    const filters = where.filter((filter) => !isStep(filter));
    const plans = planIds ?? (await this.read(signal)(campaignPlans)).map(([planId]) => String(planId));
    const runs = await Promise.all(
      plans.map((planId) => this.read(signal)(campaignStatement(query, filters, planId, calendar.newestOf(planId)))),
    );
    const measures = [...new Set([...query.measures, ...having.flatMap(membersOf)])];
    const meter: Meter = { drawn: 0 };
    const secret = await this.secret();
    const rows = campaignRows(
      query,
      measures,
      where.filter(isStep),
      runs.flat().map(campaignRun),
      calendar,
      secret,
      meter,
    );
    await budget.spend(meter.drawn);
    return publishedAnswer(rows, query, having);
  }

  private async source(calendar: EditionCalendar, budget: Budget, signal: AbortSignal): Promise<AnswerSource> {
    return { read: this.read(signal), calendar, secret: await this.secret(), budget };
  }

  private read(signal: AbortSignal) {
    return (statement: { sql: string; params: Record<string, unknown> }) =>
      runStatement(this.client, statement as Parameters<typeof runStatement>[1], this.timeoutMs, signal);
  }
}

/** Whether both months of a movement are published. */
const isClosed = ({ planId, from, to }: MovementQuestion, calendar: EditionCalendar): boolean =>
  calendar.of(planId, from) !== undefined && calendar.of(planId, to) !== undefined;

/** One row of withheld figures if the answer has no groups, otherwise no rows. */
function nothingClosed({ query, measures }: EmployerQuestion): PublishedRow[] {
  if (query.dimensions.map(dimensionOf).length > 0 || query.timeDimensions.some((time) => time.granularity)) return [];
  const figure = { value: withheld('np'), margin: null, leftOut: [] };
  return [{ keys: {}, figures: Object.fromEntries(measures.map(({ name }) => [name, figure])) }];
}
