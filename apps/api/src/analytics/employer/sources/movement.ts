import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { isQuarterEnd, shiftMonth } from '@superscope/domain/calendar-dates';
import { Cell } from '@superscope/domain/publishing/cell';
import { margin, sumOf, type Part } from '@superscope/domain/publishing/combine';
import { flag, headcount, publicFigure } from '@superscope/domain/publishing/publish';
import { isFigure, withheld, type Published } from '@superscope/domain/publishing/published';
import { equalsSql, storedValues, type ConditionContext } from '../../compile/condition-sql.js';
import { Params } from '../../../platform/clickhouse/params.js';
import { dimensionOf } from '../../model/catalogue.js';
import { categories } from '../../model/secret-columns.js';
import { movementMonths, type MovementMonths } from '../../movement/movement-months.js';
import { joined, left, movementSql } from '../../movement/movement-sql.js';
import { refused } from '../../query/bad-query.js';
import { splitFilters } from '../../query/normalize-filters.js';
import type { Statement } from '../../../platform/clickhouse/statement.js';
import { pay } from '../budget.js';
import { membersIn } from '../cell-figures.js';
import { editionsSql } from '../cell-statement.js';
import { StaleCalendar } from '../cells.js';
import type { Edition, EditionCalendar } from '../editions.js';
import type { EmployerSource, NoiseSource } from '../employer-source.js';
import { publishedAnswer, type PublishedRow } from '../published-answer.js';
import { severalPayrolls, type PublicFilter } from '../question.js';

/** A question about movement that an employer may ask. */
interface MovementQuestion extends MovementMonths {
  query: NormalizedQuery;
  planId: string;
  /** How many quarters the months are apart: 1, 4 or 8. */
  quarters: number;
  filters: readonly PublicFilter[];
  having: readonly NormalizedFilterNode[];
}

/** Members moving between score bands. */
export const movement: EmployerSource<MovementQuestion> = {
  accepts: movementQuestion,
  readModels: () => ['editions'],
  statements: (question, { calendar }) =>
    editionsOf(question, calendar) === null ? [] : [movementStatement(question, calendar)],
  async answer(question, context) {
    const editions = editionsOf(question, context.calendar);
    // If one of the two months is not published, every figure is withheld.
    if (editions === null) return publishedAnswer(rowsOf([]), question);
    assertKnown(question, editions);
    const sets = setsOf(question, await context.read(movementStatement(question, context.calendar)));
    if (question.filters.length === 0 && sets[0]!.stayed + sets[0]!.joined.members !== editions.now.members)
      throw new StaleCalendar();
    const rows = rowsOf(sets.map((set) => publish(set, question, editions, context)));
    await pay(context);
    return { ...publishedAnswer(rows, question), figuresOf: question.to, quarterEnds: true };
  },
};

export const apart = [1, 4, 8];
const mostFilters = 3;
const flows = ['Movement.from', 'Movement.to'];

function movementQuestion(query: NormalizedQuery, planIds: readonly string[] | null): MovementQuestion {
  const { from, to } = movementMonths(query);
  const [planId] = planIds ?? [];
  if (planId === undefined || planIds!.length > 1)
    throw refused('Movement between scores is published plan by plan: name one plan');
  const quarters = apart.find((each) => shiftMonth(from, 3 * each) === to);
  if (quarters === undefined || !isQuarterEnd(from))
    throw refused(
      'Movement between scores is published between quarter ends (March, June, September, December) that are 1, 4 or 8 quarters apart',
    );
  if (query.ungrouped || query.measures.length === 0 || query.dimensions.toSorted().join() !== flows.join())
    throw refused("Movement between scores is published as 'Movement.members' by 'Movement.from' and 'Movement.to'");
  const { where, having } = splitFilters(query.filters);
  const filters = where.map(publicFilter);
  const columns = new Set(filters.map(({ dimension }) => dimension.name));
  if (columns.size < filters.length) throw refused('Movement between scores takes one filter of each kind');
  const alone = filters.find(({ dimension }) => dimension.use === 'alone');
  if (alone && columns.size > 1)
    throw refused(`'${alone.dimension.name}' stands alone: movement is published by it without another filter`);
  if (columns.size > mostFilters)
    throw refused('Filters may use at most three of gender, age group, salary group and state; remove one');
  return { query, planId, from, to, quarters, filters, having };
}

function publicFilter(filter: NormalizedFilterNode): PublicFilter {
  const dimension = 'member' in filter ? dimensionOf(filter.member) : null;
  if (
    (dimension?.use !== 'public' && dimension?.use !== 'alone') ||
    !('member' in filter) ||
    (filter.operator !== 'equals' && filter.operator !== 'in')
  )
    throw refused(
      "Movement between scores may be filtered by gender, age group, salary group, state, company or category, by 'equals' or 'in'",
    );
  return { dimension, values: storedValues(dimension, filter.values!) };
}

/** The editions of the two months. */
interface TwoEditions {
  before: Edition;
  now: Edition;
}

/** Null unless both months are published. */
function editionsOf({ planId, from, to }: MovementQuestion, calendar: EditionCalendar): TwoEditions | null {
  const [before, now] = [calendar.of(planId, from), calendar.of(planId, to)];
  return before && now ? { before, now } : null;
}

/**
 * Nobody knows the salaries of another employer's people, and since the second rules score bands are published of whole plans only. Throws
 * BadQuery with 403.
 */
function assertKnown({ filters }: MovementQuestion, { before, now }: TwoEditions): void {
  const isPublic = before.onePayroll && now.onePayroll;
  if (!isPublic && filters.some(({ dimension }) => dimension.amongSeveral !== undefined))
    throw refused(`${severalPayrolls}: movement between scores is published for the whole plan, not by salary group`);
  if (filters.length > 0 && now.rules >= 2)
    throw refused('Movement between scores is published for the whole plan: remove the filters');
}

/** Filters with several values, whose cells are published one by one. */
const severalValues = ({ filters }: MovementQuestion): PublicFilter[] =>
  filters.filter(({ values }) => values.length > 1);

/**
 * The statement for the flows between two editions. Its columns are, in order: from, to, values of filters with several values, key,
 * members.
 */
function movementStatement(question: MovementQuestion, calendar: EditionCalendar): Statement {
  const params = new Params();
  const { planId, from, to, filters, query } = question;
  const context: ConditionContext = { params, zone: query.timezone, timezone: '', periodFrom: '' };
  const conditions = filters.map(({ dimension, values }) =>
    values.length === 0 ? '0' : equalsSql(dimension, values, context),
  );
  const keys = ['from_band', 'to_band', ...severalValues(question).map(({ dimension }) => dimension.sql(context))];
  const key = 'any(rows.record_key) AS record_key';
  const rows = movementSql(
    'member_edition AS rows',
    editionsSql([from, to], { planIds: [planId], calendar }, params),
    question,
    params,
    [key],
  );
  const sql = [
    `SELECT\n  ${[...keys, "leftPad(lower(hex(sumWithOverflow(record_key))), 16, '0') AS cell_key", 'count() AS members'].join(',\n  ')}`,
    `FROM ${rows}`,
    ...(conditions.length > 0 ? [`WHERE ${conditions.join('\n  AND ')}`] : []),
    `GROUP BY ${keys.join(', ')}`,
  ].join('\n');
  return { sql, params: params.values };
}

/** Members who joined, or left, and the sum of their record keys. */
interface Coming {
  key: bigint;
  members: number;
}

/** The members of one public set, by their bands in the two months. */
interface Moved {
  /** The values of those filters that name several values. */
  name: string;
  /** The sum of the record keys of members who are in the plan at both ends. */
  key: bigint;
  stayed: number;
  joined: Coming;
  left: Coming;
  /** Members who stayed, by `from to`. */
  flows: Map<string, number>;
}

interface PublishedMoves {
  name: string;
  members: Published;
  joined: Published;
  left: Published;
  flow: (from: number, to: number) => Published;
  margin: (from: number, to: number, value: Published) => number | null;
}

const bands = categories.scoreBand.values.map(String);
const flowId = (from: string, to: string): string => `${from} ${to}`;

const none = (): Coming => ({ key: 0n, members: 0 });
const nobody = (name: string): Moved => ({
  name,
  key: 0n,
  stayed: 0,
  joined: none(),
  left: none(),
  flows: new Map(),
});

/** Combines a statement's rows into public sets. A plan without filters is one set, even if it is empty. */
function setsOf(question: MovementQuestion, rows: readonly (readonly unknown[])[]): Moved[] {
  const columns = severalValues(question).length;
  const sets = new Map<string, Moved>();
  for (const row of rows) {
    const [from, to] = [String(row[0]), String(row[1])];
    const name = row.slice(2, 2 + columns).join(', ');
    const set = sets.get(name) ?? nobody(name);
    sets.set(name, set);
    const members = Number(row[3 + columns]);
    const key = BigInt(`0x${String(row[2 + columns])}`);
    const moved = from === joined ? set.joined : to === left ? set.left : null;
    if (moved !== null) {
      moved.key = BigInt.asUintN(64, moved.key + key);
      moved.members += members;
    } else {
      set.key = BigInt.asUintN(64, set.key + key);
      set.stayed += members;
      set.flows.set(flowId(from, to), (set.flows.get(flowId(from, to)) ?? 0) + members);
    }
  }
  return sets.size === 0 ? [nobody('')] : [...sets.values()];
}

/**
 * The noise label of moving from one band to another over some quarters. It has no date, because the month belongs to the second layer of
 * noise.
 */
export const flowLabel = (quarters: number, at: number, then: number): string =>
  [`scoreBand-${quarters}=${at + 1}`, `scoreBand=${then + 1}`].sort().join('&');

/**
 * Publishes the moves within one set. The set is the members who are in the plan at both ends, whom an employer knows; each flow is a fact
 * about it. Who joined and who left is public too, and has no band.
 */
function publish(
  { name, key, stayed, joined: came, left: went, flows }: Moved,
  { to, quarters, filters }: MovementQuestion,
  { before, now }: TwoEditions,
  { secret, meter }: NoiseSource,
): PublishedMoves {
  const plan = Math.min(before.members, now.members);
  const whole = key === now.key && stayed === now.members;
  // A new edition of either month is a new answer, with its own noise.
  const edition = before.edition + now.edition;
  const cell = new Cell(secret, { key, n: stayed, plan, month: to, edition, whole, rules: now.rules }, meter);
  const divided = filters.length > 0;
  const counted = membersIn(cell, divided);
  // Without a filter this is the plan's headcount less those who joined, and both are published exactly.
  const members = divided ? counted : publicFigure(counted, stayed);
  const isExact = !divided || (before.onePayroll && now.onePayroll);
  const changed = (of: Coming): Published =>
    isExact || !isFigure(members) ? publicFigure(members, of.members) : headcount(cell.subset(of.key, of.members));
  return {
    name,
    members,
    joined: changed(came),
    left: changed(went),
    flow: (at, then) =>
      flag(cell, members, flowLabel(quarters, at, then), flows.get(flowId(bands[at]!, bands[then]!)) ?? 0).count,
    margin: (at, then, value) => margin('count', value, members, whole, cell.elders.has(flowLabel(quarters, at, then))),
  };
}

/**
 * One row for every flow between two bands, even if nobody took it, and one each for those who joined and who left, where null is no band
 * in particular. Without sets every figure is withheld.
 */
function rowsOf(sets: readonly PublishedMoves[]): PublishedRow[] {
  const row = (
    from: string | null,
    to: string | null,
    of: (moves: PublishedMoves) => Published,
    marginOf: (moves: PublishedMoves, value: Published) => number | null = () => null,
  ): PublishedRow => {
    const parts = sets.map((moves): Part => ({ name: moves.name, value: of(moves), members: moves.members }));
    const { value, leftOut } = parts.length === 0 ? { value: withheld('np'), leftOut: [] } : sumOf(parts);
    const within = sets.length === 1 ? marginOf(sets[0]!, value) : null;
    return {
      keys: { 'Movement.from': from, 'Movement.to': to },
      figures: { 'Movement.members': { value, leftOut, margin: within } },
    };
  };
  return [
    ...bands.flatMap((from, at) =>
      bands.map((to, then) =>
        row(
          from,
          to,
          ({ flow }) => flow(at, then),
          ({ margin: of }, value) => of(at, then, value),
        ),
      ),
    ),
    row(joined, null, (moves) => moves.joined),
    row(null, left, (moves) => moves.left),
  ];
}
