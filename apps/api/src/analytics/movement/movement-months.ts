import type { NormalizedQuery } from '@superscope/contracts/analytics/query';
import { BadQuery } from '../query/bad-query.js';
import { membersOf } from '../query/normalize-filters.js';

/** The two months, yyyy-MM, that members move between. */
export interface MovementMonths {
  from: string;
  to: string;
}

const month = 'Movement.month';

/** The first and the last month of the query's range. Throws BadQuery. */
export function movementMonths({ timeDimensions, dimensions, filters }: NormalizedQuery): MovementMonths {
  const [time, ...more] = timeDimensions;
  const namesItElsewhere = [...dimensions, ...filters.flatMap(membersOf)].includes(month);
  if (!time?.dateRange || time.granularity || more.length > 0 || namesItElsewhere)
    throw new BadQuery(`Movement is between two months: name them by the 'dateRange' of '${month}' alone`);
  const [from, to] = time.dateRange.map((wall) => wall.slice(0, 7)) as [string, string];
  if (from >= to) throw new BadQuery(`Movement is between two months: the 'dateRange' of '${month}' is within one`);
  return { from, to };
}
