import type { ReactNode } from 'react';
import { cx } from '../../ui/class-names';
import { NoData } from '../../ui/states';
import { allWithheld, type Cell } from '../analytics/result';

interface Props {
  /** Month by month. */
  cells: Cell[];
  /** The sentence that replaces the drawing if no month is published. */
  unpublished: string;
  /** In pixels. It is reserved even if there is nothing to draw. */
  height: number;
  className?: string;
  children: (values: (number | null)[]) => ReactNode;
}

/** A small drawing of the card's figures, or a sentence if none of them is published. */
export function Plot({ cells, unpublished, height, className, children }: Props) {
  if (allWithheld(cells)) return <NoData className={cx('text-sm', className)}>{unpublished}</NoData>;
  if (cells.some(({ value }) => value !== null)) return children(cells.map(({ value }) => value));
  return <div style={{ height }} />;
}
