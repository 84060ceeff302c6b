import { lookBackOf, withinWords } from '@superscope/contracts/analytics/look-back';
import type { DimensionName } from '@superscope/contracts/analytics/names';
import { narrowedBy, type View } from '../../portal/analytics/figures-view';
import { isOfTheMonth } from '../../portal/period/running-month';
import { SEVERAL_PAYROLLS } from '../../portal/filters/filter-rules';
import type { Dimension } from './catalogue';

/** Filters, engaged and breakdowns by what employers know of their members may meet in one question. */
const MOST = 3;

const titles: Partial<Record<DimensionName, string>> = {
  'Member.gender': 'gender',
  'Member.ageGroup': 'age group',
  'Member.salaryGroup': 'salary group',
  'Member.addressState': 'address state',
  'Member.engaged': 'engaged',
  'Member.companyId': 'company',
  'Member.categoryId': 'category',
};
const ALONE: readonly DimensionName[] = ['Member.companyId', 'Member.categoryId'];

/** Employers know the value of each member, so the column divides a plan. */
const divides = ({ use }: Pick<Dimension, 'use'>) => use === 'public' || use === 'alone' || use === 'engaged';
const quoted = (names: readonly DimensionName[]) =>
  new Intl.ListFormat('en-AU', { type: 'disjunction' }).format(names.map((name) => titles[name] ?? name));

/** Why a chart cannot be asked for under the view's filters, and which of them to remove; null where it can. */
export function tooManyColumns(
  view: View,
  dimensions: readonly Pick<Dimension, 'name' | 'use' | 'ofWholePlan'>[],
): string | null {
  if (view.audience === 'staff') return null;
  const isWhole = dimensions.some(({ ofWholePlan }) => ofWholePlan);
  if (isWhole && (dimensions.length > 1 || narrowedBy(view).length > 0)) return `${SEVERAL_PAYROLLS}.`;
  const broken = dimensions.filter(divides).map(({ name }) => name);
  const filters = narrowedBy(view).filter((name) => !broken.includes(name));
  const alone = [...broken, ...filters].find((name) => ALONE.includes(name));
  if (alone && broken.length + filters.length > 1) {
    const title = titles[alone]!;
    return `Figures by ${title} are published without another filter or breakdown. Remove ${filters.length > 0 ? `the filter on ${quoted(filters)}` : 'the other dimension'} to see this chart.`;
  }
  const over = broken.length + filters.length - MOST;
  if (over <= 0) return null;
  const column = over === 1 ? 'a fourth column' : `${MOST + over} columns`;
  return `This chart would need ${column}, and figures are published of three at most. Remove the filter on ${quoted(filters)}.`;
}

/** Whether a chart's figures are published for quarter ends only. */
export const isQuarterly = (view: View, dimensions: readonly Pick<Dimension, 'use'>[]): boolean =>
  view.audience === 'employer' && (narrowedBy(view).length > 0 || dimensions.some(divides));

/**
 * The window of something that happens, such as a sign-in, in a chart of month or quarter ends: '; each within 1 month'. Empty for all
 * other figures.
 */
export const windowNote = (
  view: View,
  dimensions: readonly Pick<Dimension, 'name' | 'use'>[],
  ofEvents = false,
): string =>
  ofEvents || dimensions.some(({ name }) => isOfTheMonth(name))
    ? `; each ${withinWords(lookBackOf(1, isQuarterly(view, dimensions)))}`
    : '';
