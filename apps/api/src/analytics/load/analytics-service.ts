import pLimit from 'p-limit';
import { newestRules, type PublishingRules } from '@superscope/domain/publishing/publishing-rules';
import type { ReadModel } from '@superscope/contracts/changes';
import type { DryRunAnswer, LoadAnswer, LoadResult, SqlAnswer } from '@superscope/contracts/analytics/answer';
import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { staffAudience } from '../../platform/access/policy.js';
import { Refusal } from '../../platform/http/problem.filter.js';
import type { ChangeCounters } from '../../changes/change-counters.js';
import type { PlanScope, Principal } from '../../platform/access/principal.js';
import { shapeAnswer } from '../answer/shape-answer.js';
import { writeAnswer, type AnswerForm } from '../answer/write-answer.js';
import { compilePage, type Audience, type CompiledQuery } from '../compile/compile.js';
import { selectPlans } from '../compile/plan-selection.js';
import { Budget } from '../employer/budget.js';
import { closedMonthsOf, Editions, type ClosedMonth, type Edition } from '../employer/editions.js';
import { noneJoined, type JoinedPlans } from '../employer/joined-plans.js';
import { EmployerAnswers, employerPlan, type EmployerPlan } from '../employer/employer-answers.js';
import type { EmployerResult } from '../employer/published-answer.js';
import { findMember } from '../model/catalogue.js';
import type { Source } from '../model/cube-member.js';
import { BadQuery, refused } from '../query/bad-query.js';
import { dependsOnNow } from '../query/date-range.js';
import { sourceOf } from '../query/normalize.js';
import type { PublishingVault } from './publishing-keys.js';
import { questionsToNote } from '../staff-questions.js';
import { isoText } from '../../platform/clickhouse/instant-text.js';
import type { Statement } from '../../platform/clickhouse/statement.js';
import { annotate } from './annotate.js';
import { assertAffordable } from './assert-affordable.js';
import { answerCache, type Loaded } from './answer-cache.js';
import { keyed } from './keyed-rows.js';
import { loadQueries, parseQuery, textOf, type LoadQueries } from './load-request.js';
import type { QueryClient } from '../../platform/clickhouse/query-client.js';
import { runLimited, runStatement } from './run-statement.js';
import { severalAtOnce } from './several-at-once.js';
import { SharedWork } from './shared-work.js';

export interface AnalyticsOptions {
  timeoutMs: number;
  /** Characters of cached answers and their keys. */
  cacheLength: number;
  /** The oldest rules of the editions that are read. */
  fromRules: PublishingRules;
  /** The plans that an employer has joined, of those that have editions with one employer. */
  joined: JoinedPlans;
}

const defaultOptions: AnalyticsOptions = {
  timeoutMs: 30_000,
  cacheLength: 64_000_000,
  fromRules: newestRules,
  joined: noneJoined,
};

/** The caller, as far as an answer depends on it, and whose turn it is. */
export type Asker = Pick<Principal, 'role' | 'scope'> & Partial<Pick<Principal, 'userId'>>;

/** One query of a request: either exact figures of the live rows, or published figures of editions. */
type PlannedQuery = { compiled: CompiledQuery; plan: null } | { compiled: null; plan: EmployerPlan };

/** A query's rows, and the instant (ISO) that says how new they are. */
type Shaped = Omit<EmployerResult, 'recordedBy'> & Pick<LoadResult, 'lastRefreshTime'>;

interface Planned {
  request: LoadQueries;
  each: PlannedQuery[];
  planIds: readonly string[] | null;
  /** The read models behind the answer, which stays valid until one of them changes. */
  readModels: readonly ReadModel[];
}

/** `lastRefreshTime` of an employer's answer that no edition went into: it is not about members, or nothing has been published. */
const notOfMembers = new Date(0).toISOString();

const minuteMs = 60_000;
/**
 * How old the change counters may be, in milliseconds. A browser gathers changes for longer before it asks again. A caller that names its
 * own write is not kept waiting here.
 */
const unseenMilliseconds = 100;

/** A question by this many dimensions may have hundreds of thousands of groups. The screens ask by fewer. */
const keysOfLarge = 5;
const isLarge = ({ keys }: CompiledQuery): boolean => keys.length >= keysOfLarge;
/** Each holds all its groups in memory while the engine, or another one, works. */
const largeAtOnce = 2;
const largeOfOnePerson = 2;

/** Answers queries about a plan's members within the caller's plan scope, and by the employer rule unless the audience is staff. */
export class AnalyticsService {
  private readonly cache: ReturnType<typeof answerCache>;
  private readonly running = new SharedWork<Loaded>();
  private readonly large = pLimit(largeAtOnce);
  /** How many large questions of a person are worked on, or wait to be. */
  private readonly largeOf = new Map<string, number>();
  private readonly scopeKeys = new WeakMap<ReadonlySet<string>, string>();
  private readonly options: AnalyticsOptions;
  private readonly employers: EmployerAnswers;
  private readonly editions: Editions;

  constructor(
    private readonly client: QueryClient,
    private readonly counters: ChangeCounters,
    vault: PublishingVault,
    options: Partial<AnalyticsOptions> = {},
    private readonly now: () => Date = () => new Date(),
  ) {
    this.options = { ...defaultOptions, ...options };
    this.cache = answerCache(this.options.cacheLength);
    const publishedSince = async () => (await vault()).madeAt.toISOString();
    this.editions = new Editions(client, counters, publishedSince, this.options.fromRules, this.options.joined);
    this.employers = new EmployerAnswers(
      client,
      this.editions,
      async () => (await vault()).secret,
      this.options.timeoutMs,
    );
  }

  /**
   * An answer as text: `query` is JSON text or its value.
   * Throws BadQuery, EngineBusy, Refusal 429 for a third large question of a person, or the signal's reason.
   */
  async loadBody(
    query: unknown,
    form: AnswerForm,
    asker: Asker,
    audience: Audience,
    signal: AbortSignal = never,
  ): Promise<Loaded> {
    assertAudience(asker, audience);
    await this.counters.upToDate(unseenMilliseconds);
    const text = textOf(query);
    const now = this.now();
    const moment = dependsOnNow(text) ? Math.floor(now.getTime() / minuteMs) : '';
    const key = `${audience} ${form} ${moment} ${this.scopeKey(asker.scope)} ${text}`;
    const kept = this.cache.get(key);
    if (kept && kept.version === this.versionOf(kept)) return kept;
    const planned = this.plan(parseQuery(query), asker.scope, audience, now);
    // Read before the figures, so that a change in between makes the entry stale, never wrong.
    const version = this.versionOf(planned);
    return this.running.run(`${version} ${key}`, signal, async (stop) => {
      const answer = await this.inPlace(planned, asker, () => this.answer(planned, stop));
      const body = await writeAnswer(answer, form);
      const toNote = audience === 'staff' ? questionsToNote(answer.results) : [];
      const { planIds, readModels } = planned;
      this.cache.set(key, { version, planIds, readModels, body, toNote });
      return { body, toNote };
    });
  }

  /** The same answer as an object, for charts, files and reports that the server makes. */
  async load(query: unknown, asker: Asker, audience: Audience, signal?: AbortSignal): Promise<LoadAnswer> {
    const { body } = await this.loadBody(query, 'all', asker, audience, signal);
    return JSON.parse(body) as LoadAnswer;
  }

  /** The newest month of a plan that employers can read (yyyy-MM); null if no month has closed. */
  async closedMonth(planId: string): Promise<string | null> {
    return (await this.newestEdition(planId))?.month ?? null;
  }

  /** The edition of the newest month of a plan that employers can read; null if no month has closed. */
  async newestEdition(planId: string): Promise<Pick<Edition, 'month' | 'rules' | 'onePayroll'> | null> {
    return (await this.editions.of([planId])).newestOf(planId);
  }

  /** The moment (`yyyy-MM-dd HH:mm:ss.SSS`, UTC) by which a closed month (yyyy-MM) of a plan was derived; null for a month that is open. */
  async derivedBy(planId: string, month: string): Promise<string | null> {
    return (await this.editions.of([planId])).of(planId, month)?.recordedBy ?? null;
  }

  /** The closed months of some plans, or of all (null), in ascending order. A plan without a closed month is left out. */
  async closedMonths(planIds: readonly string[] | null): Promise<ReadonlyMap<string, readonly ClosedMonth[]>> {
    return closedMonthsOf(await this.editions.of(planIds));
  }

  /** The compiled forms of a request's queries, without running them. */
  dryRun(query: unknown, asker: Asker, audience: Audience): DryRunAnswer {
    assertAudience(asker, audience);
    const { request } = this.plan(parseQuery(query), asker.scope, audience, this.now());
    return {
      queryType: request.queryType,
      normalizedQueries: request.queries,
      queryOrder: request.queries.map(({ order }) =>
        Object.fromEntries(order.map(({ id, desc }) => [id, desc ? ('desc' as const) : ('asc' as const)])),
      ),
      transformedQueries: request.queries.map(({ measures, dimensions, timeDimensions }) => ({
        measures,
        sortedDimensions: [...dimensions].sort(),
        sortedTimeDimensions: timeDimensions.map((time) => [time.dimension, time.granularity ?? null]),
      })),
      pivotQuery: request.pivotQuery,
    };
  }

  /** The statements of exact figures for a request's queries, without running them. */
  sql(query: unknown, asker: Asker, audience: Audience): SqlAnswer {
    if (audience !== 'staff')
      throw refused(
        'Statements are shown of exact figures only, to Staff, Admin and Auditor: ask with X-Audience: staff',
      );
    assertAudience(asker, audience);
    const { request, each } = this.plan(parseQuery(query), asker.scope, audience, this.now());
    const statements = each.map((one) => {
      const { sql, params } = one.compiled!;
      return { sql: { sql: [sql, params] as [string, CompiledQuery['params']] } };
    });
    const [only] = statements;
    return request.queryType === 'regularQuery' ? only! : statements;
  }

  /** The statements of a request, as they are sent. */
  async statements(query: unknown, asker: Asker, audience: Audience): Promise<Pick<CompiledQuery, 'sql' | 'params'>[]> {
    assertAudience(asker, audience);
    const { each } = this.plan(parseQuery(query), asker.scope, audience, this.now());
    const statements = await Promise.all(
      each.map((one) => (one.plan === null ? [one.compiled] : this.employers.statements(one.plan))),
    );
    return statements.flat() as Pick<CompiledQuery, 'sql' | 'params'>[];
  }

  private plan(query: unknown, scope: PlanScope, audience: Audience, now: Date): Planned {
    const request = loadQueries(query, now);
    const selections = request.queries.map((each) => selectPlans(withSegments(each), scope));
    const each = request.queries.map((one, i): PlannedQuery => {
      const { planIds, filters } = selections[i]!;
      const asked = { ...one, filters };
      return audience === 'staff'
        ? { compiled: compilePage(asked, planIds), plan: null }
        : { compiled: null, plan: employerPlan(asked, planIds) };
    });
    const planIds = selections.some((selection) => selection.planIds === null)
      ? null
      : [...new Set(selections.flatMap((selection) => selection.planIds!))].sort();
    const readModels = each.flatMap(({ compiled, plan }) => plan?.readModels ?? storedIn[sourceOf(compiled!.query)]);
    return { request, each, planIds, readModels: [...new Set(readModels)].sort() };
  }

  /** Work on a large question has one of two places of its asker until it has ended. Throws Refusal 429. */
  private async inPlace<Done>({ each }: Planned, { userId }: Asker, work: () => Promise<Done>): Promise<Done> {
    if (userId === undefined || !each.some(({ compiled }) => compiled !== null && isLarge(compiled))) return work();
    const before = this.largeOf.get(userId) ?? 0;
    if (before >= largeOfOnePerson)
      throw new Refusal(429, {
        message:
          'Two of your questions by five dimensions or more are being answered already. Wait for one of them, or ask by fewer.',
      });
    this.largeOf.set(userId, before + 1);
    try {
      return await work();
    } finally {
      const left = this.largeOf.get(userId)! - 1;
      if (left === 0) this.largeOf.delete(userId);
      else this.largeOf.set(userId, left);
    }
  }

  private async answer({ request, each }: Planned, signal: AbortSignal): Promise<LoadAnswer> {
    const { queryType, queries, pivotQuery } = request;
    const budget = new Budget();
    const results = await severalAtOnce(each, signal, async (one, i, stop) =>
      this.result(queries[i]!, await this.shaped(one, budget, stop), request),
    );
    return { queryType, results, pivotQuery, slowQuery: false };
  }

  private async shaped(one: PlannedQuery, budget: Budget, signal: AbortSignal): Promise<Shaped> {
    if (one.plan !== null) {
      const { recordedBy = null, ...published } = await this.employers.answer(one.plan, budget, signal);
      return { ...published, lastRefreshTime: recordedBy === null ? notOfMembers : isoText(recordedBy) };
    }
    const { compiled } = one;
    const exact = async (): Promise<Shaped> => {
      await assertAffordable(compiled, (sql) => this.counts({ sql, params: compiled.params }, signal));
      const rows = await runLimited(this.client, compiled, this.options.timeoutMs, signal);
      return { ...(await shapeAnswer(compiled, rows, signal)), lastRefreshTime: this.now().toISOString() };
    };
    return isLarge(compiled) ? this.large(exact) : exact();
  }

  private async counts(statement: Statement, signal: AbortSignal): Promise<readonly number[]> {
    const [row = []] = await runStatement(this.client, statement, this.options.timeoutMs, signal);
    return row.map(Number);
  }

  private result(
    query: NormalizedQuery,
    { data, total, lastRefreshTime, ...published }: Shaped,
    request: Pick<LoadQueries, 'queryType' | 'compared'>,
  ): LoadResult {
    return {
      query,
      data: keyed(data, query, request),
      annotation: annotate(query),
      lastRefreshTime,
      dataSource: 'default',
      dbType: 'clickhouse',
      external: false,
      slowQuery: false,
      total: query.total ? total : null,
      ...published,
    };
  }

  private versionOf({ planIds, readModels }: Pick<Planned, 'planIds' | 'readModels'>): string {
    if (planIds === null) return this.counters.of(null, readModels);
    return planIds.map((planId) => this.counters.of(planId, readModels)).join();
  }

  private scopeKey(scope: PlanScope): string {
    if (scope.kind === 'all') return '*';
    const known = this.scopeKeys.get(scope.planIds);
    if (known !== undefined) return known;
    const key = JSON.stringify([...scope.planIds].sort());
    this.scopeKeys.set(scope.planIds, key);
    return key;
  }
}

const never = new AbortController().signal;

/** The read models that exact figures of a source depend on, and no others. */
const storedIn: Record<Source, readonly ReadModel[]> = {
  memberMonth: ['memberSnapshots'],
  movement: ['memberSnapshots'],
  contactRequest: ['contactRequests'],
  campaign: ['campaigns', 'campaignEngagement'],
  memberCategory: ['memberSnapshots', 'plans'],
  asset: ['figures', 'plans'],
  assetOwned: ['memberSnapshots', 'figures', 'plans'],
};

function assertAudience({ role }: Asker, audience: Audience): void {
  if (audience === 'staff' && !staffAudience.includes(role))
    throw refused('Only Staff, Admin and Auditor may ask for figures that are not for employers');
}

/** A segment is a filter with a name. */
function withSegments(query: NormalizedQuery): NormalizedQuery {
  if (query.segments.length === 0) return query;
  const filters = query.segments.map((name) => {
    const segment = findMember(name);
    if (segment?.kind !== 'segment') throw new BadQuery(`There is no segment '${name}'`, 400, true);
    return { member: segment.filter.member, operator: 'equals' as const, values: segment.filter.values };
  });
  return { ...query, filters: [...query.filters, ...filters] };
}
