import type { NormalizedFilter, NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { monthEnd } from '@superscope/domain/calendar-dates';
import { dimensionOf, findMember } from '../model/catalogue.js';
import type { Dimension } from '../model/member.js';
import { refused } from '../query/bad-query.js';
import { storedValues } from './condition-sql.js';

/** A filter of the employer rule: one dimension, and those of its values that may be, as they are stored. */
export interface ValueFilter {
  dimension: Dimension;
  values: readonly string[];
}

export interface EmployerQuestion {
  /** Filters whose complements are checked. */
  filters: readonly ValueFilter[];
  /** The one flag or ranked category that the question is about, where it filters. */
  subject: ValueFilter | null;
  /** Conditions on time, which is scope. */
  times: readonly NormalizedFilter[];
}

/** Each is a column of the statement, so that a value that adds a few members is noticed. */
const mostValues = 200;

const flat = (filter: NormalizedFilterNode): NormalizedFilter[] => {
  if ('or' in filter)
    throw refused("Filters cannot be joined by 'or' here: their combinations could single out a few members");
  return 'and' in filter ? filter.and.flatMap(flat) : [filter];
};

/** Two names of one column are one dimension. */
export const sameColumn = (a: Dimension, b: Dimension): boolean =>
  a.name === b.name ||
  (a.source === b.source &&
    a.sql({ periodFrom: '', timezone: '' }) === b.sql({ periodFrom: '', timezone: '' }) &&
    a.type === b.type);

/**
 * The closed question space of domain.md section 6: what may be asked of cubes about members by anybody whose answers an employer
 * may see. Throws BadQuery with 403 and the reason.
 */
export function employerQuestion(query: NormalizedQuery, where: readonly NormalizedFilterNode[]): EmployerQuestion {
  if (query.ungrouped) throw refused("'ungrouped' would list single members, which this audience never sees");
  for (const name of query.dimensions)
    if (dimensionOf(name).use === 'staff')
      throw refused(`'${name}' would single out members, which this audience never sees`);
  for (const time of query.timeDimensions) wholeMonthsOnly(time);
  const grouping = query.dimensions.filter((name) => !['plan', 'time'].includes(dimensionOf(name).use));
  if (grouping.length > 2) throw refused('At most two dimensions beside time: more would single out members');
  const merged: ValueFilter[] = [];
  const times: NormalizedFilter[] = [];
  for (const filter of where.flatMap(flat)) {
    const dimension = allowedDimension(filter);
    if (dimension.use === 'time') {
      if (dimension.time === 'instant')
        throw refused(`A filter on '${dimension.name}' could tell single days apart; use a date range of whole months`);
      times.push(filter);
      continue;
    }
    if (filter.values!.length > mostValues)
      throw refused(`A filter may name at most ${mostValues} values here: what each adds is checked on its own`);
    const at = merged.findIndex((each) => sameColumn(each.dimension, dimension));
    const values = storedValues(dimension, filter.values!);
    if (at === -1) merged.push({ dimension, values });
    else merged[at] = { dimension, values: values.filter((value) => merged[at]!.values.includes(value)) };
  }
  const subjects = merged.filter((each) => each.dimension.use === 'subject');
  if (subjects.length > 1)
    throw refused('Only one filter on a flag at a time: several together would single out members');
  return {
    filters: merged.filter((each) => each.dimension.use !== 'subject'),
    subject: subjects[0] ?? null,
    times,
  };
}

const monthlyOrCoarser = new Set(['month', 'quarter', 'year']);

/** Two ranges that differ by a day differ by that day's members: instants are asked about by whole months. */
function wholeMonthsOnly({ dimension: name, granularity, dateRange }: NormalizedQuery['timeDimensions'][number]): void {
  if (dimensionOf(name).time !== 'instant') return;
  if (granularity && !monthlyOrCoarser.has(granularity))
    throw refused(`'${name}' by ${granularity} could single out a few members; use months or longer`);
  if (!dateRange) return;
  const [start, end] = dateRange;
  const lastDay = monthEnd(end.slice(0, 7));
  if (start.slice(8) !== '01T00:00:00.000' || end !== `${lastDay}T23:59:59.999`)
    throw refused(`A date range of '${name}' has to be of whole months: days apart would tell members apart`);
}

function allowedDimension(filter: NormalizedFilter): Dimension {
  const member = findMember(filter.member)!;
  if (member.kind !== 'dimension') throw refused(`'${filter.operator}' would select single members`);
  if (member.use === 'time') return member;
  if (member.use === 'group' || member.use === 'staff' || member.use === 'plan')
    throw refused(`A filter on '${member.name}' could single out a few members; it may only group`);
  if (filter.operator !== 'equals' && filter.operator !== 'in')
    throw refused(`Filters on '${member.name}' may only name values, by 'equals' or 'in'`);
  return member;
}
