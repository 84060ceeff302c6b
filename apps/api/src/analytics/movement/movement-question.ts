import type { NormalizedFilterNode, NormalizedQuery } from '@superscope/contracts/analytics/query';
import { isQuarterEnd, shiftMonth } from '@superscope/domain/calendar-dates';
import { storedValues } from '../compile/condition-sql.js';
import type { PublicFilter } from '../employer/question.js';
import { dimensionOf } from '../model/catalogue.js';
import { refused } from '../query/bad-query.js';
import { splitFilters } from '../query/normalize-filters.js';
import { movementMonths, type MovementMonths } from './movement-months.js';

/** A question about movement that an employer may ask. */
export interface MovementQuestion extends MovementMonths {
  query: NormalizedQuery;
  planId: string;
  /** How many quarters the months are apart: 1, 4 or 8. */
  quarters: number;
  filters: readonly PublicFilter[];
  having: readonly NormalizedFilterNode[];
}

const apart = [1, 4, 8];
const mostFilters = 3;
const flows = ['Movement.from', 'Movement.to'];

/**
 * Checks that employers may ask a question about movement (docs/privacy.md). Throws BadQuery with 403 and a message that says what may be
 * asked.
 */
export function movementQuestion(query: NormalizedQuery, planIds: readonly string[] | null): MovementQuestion {
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
