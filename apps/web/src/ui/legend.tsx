import type { ReactNode } from 'react';
import { cx } from './class-names';

export interface LegendItem {
  name: string;
  /** `hatched` marks withheld values. */
  colour: string;
  /** Draws a dashed line, for values that others are compared with. */
  dashed?: boolean | undefined;
}

export const Swatch = ({ colour, dashed = false }: Omit<LegendItem, 'name'>) =>
  dashed ? (
    <span aria-hidden className="w-4 shrink-0 border-t-2 border-dashed" style={{ borderColor: colour }} />
  ) : colour === 'hatched' ? (
    <span aria-hidden className="hatched size-2.5 shrink-0 rounded-[3px]" />
  ) : (
    <span aria-hidden className="size-2.5 shrink-0 rounded-[3px]" style={{ background: colour }} />
  );

export const Legend = ({ items, children }: { items: LegendItem[]; children?: ReactNode }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
    {items.map(({ name, colour, dashed }) => (
      <li key={name} className="inline-flex items-center gap-1.5">
        <Swatch colour={colour} dashed={dashed} />
        {name}
      </li>
    ))}
    {children}
  </ul>
);

interface ShareListProps {
  items: { name: string; colour: string; figure: ReactNode }[];
  label: string;
  className?: string;
}
/** The table beside a doughnut: the meaning of each colour, and its figure. */
export const ShareList = ({ items, label, className }: ShareListProps) => (
  <dl aria-label={label} className={cx('text-base', className)}>
    {items.map(({ name, colour, figure }) => (
      <div key={name} className="flex items-center gap-2">
        <Swatch colour={colour} />
        <dt className="min-w-0 flex-1 wrap-anywhere text-ink-2">{name}</dt>
        <dd className="font-semibold">{figure}</dd>
      </div>
    ))}
  </dl>
);
