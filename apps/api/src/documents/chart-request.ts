import { filterValues } from '@superscope/contracts/analytics/group-values';
import { periodKeys } from '@superscope/contracts/period-keys';
import { z } from 'zod';

/**
 * One value, or several if a page's address repeats the parameter. Values that no plan can have are refused, because they would widen the
 * answer.
 */
const several = <Value extends z.ZodType<string>>(value: Value) =>
  z.union([value, z.array(value).max(200)]).transform((given) => (Array.isArray(given) ? given : [given]));

const filters = {
  gender: several(z.enum(filterValues.gender)).optional(),
  ageGroup: several(z.enum(filterValues.ageGroup)).optional(),
  salaryGroup: several(z.enum(filterValues.salaryGroup)).optional(),
  addressState: several(z.enum(filterValues.addressState)).optional(),
  company: several(z.string().min(1).max(90)).optional(),
  category: several(z.string().min(1).max(90)).optional(),
};
export const filterNames = Object.keys(filters);

/** The plan and the filters of its figures, as in the addresses of pages. */
export const chartRequest = z.strictObject({
  planId: z.string('planId is required').min(1, 'planId is required').max(90),
  format: z.enum(['html', 'png']).default('html'),
  period: z.enum(periodKeys).optional(),
  engaged: z.enum(['0', '1']).optional(),
  /** What a chart over time is compared with. */
  compare: z.enum(['previous', 'year']).optional(),
  ...filters,
  /** For charts of the analytics page: at most two dimensions, such as `gender,ageGroup`. */
  dimensions: z
    .string()
    .regex(/^[A-Za-z]{0,60}(,[A-Za-z]{1,60})?$/, 'Dimensions are at most two names.')
    .optional(),
});
export type ChartRequest = z.output<typeof chartRequest>;

/** The address of the page that shows only the chart, with the same plan and filters. */
export function chartPage(
  chartId: string,
  { planId, format, period, engaged, compare, dimensions, ...narrowed }: ChartRequest,
) {
  const query = new URLSearchParams({ plan: planId, as: format === 'html' ? 'table' : 'drawing' });
  if (period !== undefined) query.set('period', period);
  if (engaged === '1') query.set('engaged', '1');
  if (compare !== undefined) query.set('compare', compare);
  if (dimensions !== undefined) query.set('dimensions', dimensions);
  for (const [name, values = []] of Object.entries(narrowed)) for (const value of values) query.append(name, value);
  return `/charts/${chartId}?${query}`;
}
