import type { ReactNode } from 'react';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';

interface MetricsProps {
  label: string;
  className?: string;
  /** Two stand side by side where there is no room for all. */
  paired?: boolean;
  foot?: ReactNode;
  children: ReactNode;
}

const ROW_OF_ALL = {
  sm: 'grid-cols-1 sm:grid-cols-[repeat(auto-fit,minmax(0,1fr))] print:grid-cols-[repeat(auto-fit,minmax(0,1fr))]',
  xl: 'grid-cols-2 xl:grid-cols-[repeat(auto-fit,minmax(0,1fr))] max-xl:*:odd:last:col-span-2',
};

/** The figures that a result turns on. */
export const Metrics = ({ label, className, paired = false, foot, children }: MetricsProps) => (
  <section aria-label={label} className={cx('card overflow-hidden', className)}>
    <dl
      className={cx(
        'grid overflow-hidden *:-ml-px *:-mt-px *:border-l *:border-t',
        paired ? ROW_OF_ALL.xl : ROW_OF_ALL.sm,
      )}
    >
      {children}
    </dl>
    {foot}
  </section>
);

interface MetricProps {
  label: ReactNode;
  value: string;
  tone?: string | undefined;
  children: ReactNode;
}
export const Metric = ({ label, value, tone, children }: MetricProps) => (
  <div className="min-w-0 px-5 py-4">
    <dt className="text-sm font-semibold text-ink-2">{label}</dt>
    <dd>
      <span className={cx('metric mt-1 block', tone)}>{value}</span>
      <span className="block text-sm text-ink-2">{children}</span>
    </dd>
  </div>
);

interface PartProps {
  title: string;
  note?: ReactNode;
  /** At the right of the title; on phones under it. */
  right?: ReactNode;
  /** Its children keep away from the card's edges, which tables reach. */
  padded?: boolean;
  className?: string;
  children: ReactNode;
}

/** A part of a result. */
export const Part = ({ title, note, right, padded = false, className = 'mt-4', children }: PartProps) => (
  <section aria-label={title} className={cx('card overflow-hidden', className)}>
    <div className="px-5 pb-3 pt-4">
      <CardHead title={title} note={note} right={right} stacks={right !== undefined} />
    </div>
    {padded ? <div className="px-5 pb-4 text-base">{children}</div> : children}
  </section>
);

interface TableProps {
  /** The names of its columns; null for a column that this result does not have. */
  heads: readonly (string | null)[];
  /** Columns that phones have no room for. */
  wide?: readonly string[];
  label?: string;
  className?: string;
  children: ReactNode;
}

/** Figures by row, with their names in the first column. Its children are its bodies. */
export const ResultTable = ({ heads, wide = [], label, className, children }: TableProps) => (
  <table className={cx('tnum w-full text-base', className)} aria-label={label}>
    <thead className="bg-sunken text-sm">
      <tr>
        {heads.map(
          (name, at) =>
            name !== null && (
              <th
                key={name}
                scope="col"
                className={cx(
                  'py-2 font-semibold text-ink-2',
                  at === 0 ? 'pl-5 text-left' : 'px-2 text-right last:pr-5 sm:px-3',
                  wide.includes(name) && 'max-sm:hidden',
                )}
              >
                {name}
              </th>
            ),
        )}
      </tr>
    </thead>
    {children}
  </table>
);

const ROWS = {
  plain: 'border-t',
  marked: 'border-t bg-brand-soft font-semibold',
  sum: 'border-t font-semibold',
  total: 'border-t-2 border-line-strong/60 font-semibold',
};

interface RowProps {
  name: ReactNode;
  as?: keyof typeof ROWS;
  className?: string;
  children: ReactNode;
}
export const Row = ({ name, as = 'plain', className, children }: RowProps) => (
  <tr className={cx(ROWS[as], className)}>
    <th scope="row" className={cx('py-2 pl-5 text-left align-top', as === 'plain' ? 'font-normal' : 'font-semibold')}>
      {name}
    </th>
    {children}
  </tr>
);

export const Cell = ({ wide = false, children }: { wide?: boolean; children?: ReactNode }) => (
  <td className={cx('px-2 py-2 text-right align-top last:pr-5 sm:px-3', wide && 'max-sm:hidden')}>{children}</td>
);
