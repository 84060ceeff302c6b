import type { ReactNode } from 'react';
import { cx } from '../../../ui/class-names';

interface CardProps {
  title?: string;
  note?: string | undefined;
  /** At the right of the title. */
  right?: ReactNode;
  /** Needs attention. */
  warns?: boolean;
  className?: string;
  children?: ReactNode;
}

/** A bordered card of a page. */
export const Card = ({ title, note, right, warns = false, className, children }: CardProps) => (
  <section className={cx('pcr-card', warns && '!border-attention-line', className)} aria-label={title}>
    {title !== undefined && (
      <div className="flex items-start gap-3">
        <div className="min-w-0 flex-1">
          <h2 className="text-[14px] font-semibold leading-[18px]">{title}</h2>
          {note !== undefined && <p className="text-[12px] leading-[16px] text-ink-3">{note}</p>}
        </div>
        {right}
      </div>
    )}
    {children}
  </section>
);

/** A sunken remark. */
export const Note = ({ title, className, children }: { title?: string; className?: string; children: ReactNode }) => (
  <div className={cx('pcr-note', className)}>
    {title !== undefined && <b className="font-semibold text-ink">{title} </b>}
    {children}
  </div>
);

export const Heading = ({ children }: { children: ReactNode }) => (
  <h2 className="text-[15px] font-semibold leading-[20px]">{children}</h2>
);

/** Colours with their names. */
export const Key = ({
  items,
  className,
}: {
  items: readonly { name: string; colour: string }[];
  className?: string;
}) => (
  <ul className={cx('flex flex-wrap gap-x-4 text-[12px] leading-[16px] text-ink-2', className)}>
    {items.map(({ name, colour }) => (
      <li key={name} className="inline-flex items-center gap-1.5">
        <Swatch colour={colour} />
        {name}
      </li>
    ))}
  </ul>
);

export const Swatch = ({ colour }: { colour: string }) => (
  <span aria-hidden className="inline-block size-[9px] shrink-0 rounded-[2px]" style={{ background: colour }} />
);
