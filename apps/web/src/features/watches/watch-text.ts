import { watchedMetric, type WatchUnit } from '@superscope/contracts/watched-metrics';
import type { Watch } from '@superscope/contracts/watches';
import { dollars, number, share } from '../../ui/format';

const formats: Record<WatchUnit, (value: number) => string> = {
  stars: (value) => number(value, 2),
  points: (value) => number(value, 2),
  percent: (value) => share(value, Number.isInteger(value) ? 0 : 1),
  dollars,
  members: number,
  years: (value) => `${number(value, 1)} years`,
};

/** The title of a watch: 'Plan SuperScore below 3.00', 'Each month that closes'. */
export function watchText({ metric, direction, threshold }: Pick<Watch, 'metric' | 'direction' | 'threshold'>): string {
  if (metric === null) return 'Each month that closes';
  const known = watchedMetric(metric);
  if (known === undefined || threshold === null) return 'A figure';
  return `${known.name} ${direction} ${formats[known.unit](threshold)}`;
}
