import type { HTMLAttributes, ReactNode } from 'react';
import { useAsFile } from './as-file';
import { cx } from './class-names';
import { Heading, Under } from './heading';

export const Card = ({ className, ...rest }: HTMLAttributes<HTMLElement>) => (
  <section {...rest} className={cx('card p-4 sm:p-5', className)} />
);

interface CardHeadProps {
  title: string;
  note?: ReactNode;
  right?: ReactNode;
  id?: string;
  /** On phones `right` is under the title. */
  stacks?: boolean;
}
export function CardHead({ title, note, right, id, stacks = false }: CardHeadProps) {
  const asFile = useAsFile() !== null;
  return (
    <div className={cx('flex items-start gap-3', stacks && 'flex-wrap sm:flex-nowrap')}>
      <div className={cx('min-w-0 flex-1', stacks && 'basis-full sm:basis-0')}>
        <Heading id={id} className="text-md font-semibold leading-5">
          {title}
        </Heading>
        {note !== undefined && (
          <p data-told className="mt-0.5 text-sm text-ink-3">
            {note}
          </p>
        )}
      </div>
      {!asFile && right}
    </div>
  );
}

interface SectionProps {
  id: string;
  title: string;
  note?: ReactNode;
  /** At the right of the title. */
  right?: ReactNode;
  children: ReactNode;
}
/** A named part of a page; `id` is what its entry in the menu jumps to. */
export const Section = ({ id, title, note, right, children }: SectionProps) => (
  <section id={id} aria-labelledby={`${id}-title`} tabIndex={-1} className="mt-8 outline-none">
    <div className="mb-3 flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <h2 id={`${id}-title`} className="text-lg font-[650] tracking-[-0.005em]">
        {title}
      </h2>
      {note !== undefined && <p className="text-base text-ink-3">{note}</p>}
      {right && <div className="ml-auto">{right}</div>}
    </div>
    <Under title={title}>{children}</Under>
  </section>
);
