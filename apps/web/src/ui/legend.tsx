import type { ReactNode } from 'react';
import { cx } from './class-names';

/** `hatched` stands for what is withheld. */
export const Swatch = ({ colour }: { colour: string }) =>
  colour === 'hatched' ? (
    <span aria-hidden className="hatched size-2.5 shrink-0 rounded-[3px]" />
  ) : (
    <span aria-hidden className="size-2.5 shrink-0 rounded-[3px]" style={{ background: colour }} />
  );

export const Legend = ({ items, children }: { items: { name: string; colour: string }[]; children?: ReactNode }) => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm text-ink-2">
    {items.map(({ name, colour }) => (
      <li key={name} className="inline-flex items-center gap-1.5">
        <Swatch colour={colour} />
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
/** The table beside a doughnut: what each colour is, and its figure. */
export const ShareList = ({ items, label, className }: ShareListProps) => (
  <dl aria-label={label} className={cx('text-base', className)}>
    {items.map(({ name, colour, figure }) => (
      <div key={name} className="flex items-center gap-2">
        <Swatch colour={colour} />
        <dt className="flex-1 text-ink-2">{name}</dt>
        <dd className="font-semibold">{figure}</dd>
      </div>
    ))}
  </dl>
);
