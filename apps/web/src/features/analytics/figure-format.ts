import { dollars, number, share, shortDollars } from '../../ui/format';
import type { FewWords } from '../../portal/figures/withheld';
import { inPercent, inPoints, type Measured } from '../../portal/earlier/compared-text';
import type { Metric } from './catalogue';

const whole = ({ stackable, key, event }: Metric) => stackable || event !== undefined || key.endsWith('Count');

/** A metric's figures as text: exact ones for tables, short ones for axes and bars. */
export function formatsOf(metric: Metric): { full: (value: number) => string; short: (value: number) => string } {
  if (metric.format === 'currency') return { full: dollars, short: shortDollars };
  if (metric.format === 'percent') return { full: (value) => share(value), short: (value) => share(value) };
  if (whole(metric)) return { full: (value) => number(value), short: (value) => number(value) };
  const digits = /age$/i.test(metric.key) || metric.key === 'benchmarkIndex' ? 1 : 2;
  return { full: (value) => number(value, digits), short: (value) => number(value, digits) };
}

/** The decimals of a metric in a CSV where they are those of the page: ages and salaries. Null leaves figures as they are published. */
export const csvDigitsOf = ({ key }: Metric): number | null =>
  key === 'averageAge' ? 1 : key === 'averageSalary' ? 0 : null;

/** The words for a figure of too few members. Only a number of members is under 11. */
export const fewWordsOf = (metric: Metric): FewWords =>
  metric.format === 'number' && whole(metric) ? '<11' : 'too few members';

/** The form of a metric's differences. */
export const measuredOf = ({ format }: Metric): Measured => (format === 'percent' ? inPoints : inPercent);
