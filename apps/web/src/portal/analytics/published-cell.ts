import type { PublishedFigure } from '@superscope/contracts/published-figure';
import type { Cell } from './result';

/** Converts a figure of an endpoint outside the query service to the cell that screens draw. */
export function cellOf({ value, because, least, rounded }: PublishedFigure, margin: number | null = null): Cell {
  if (because === 'least' && least !== undefined) return { value: least, withheld: null, about: 'least', margin };
  if (because !== null) return { value: null, withheld: because === '<11' ? '<11' : 'np', about: null, margin };
  return { value, withheld: null, about: rounded ? 'tens' : null, margin };
}
