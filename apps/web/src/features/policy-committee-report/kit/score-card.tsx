import type { ReactNode } from 'react';
import type { Cell } from '../../../portal/analytics/result';
import { AIM } from '../../../portal/figures/scored-areas';
import type { Marker } from '../../../ui/column-chart';
import { cx } from '../../../ui/class-names';
import { number } from '../../../ui/format';
import { Stars } from '../../../ui/stars';
import { LineChart, Unpublished } from './line-chart';
import { Held } from './printed';

/** Heights in CSS pixels, and classes of the number and of the columns. */
const LOOKS = {
  large: { chart: 180, empty: 180, stars: 26, number: 'text-[48px] leading-[54px]', left: 'py-4', right: 'pt-3' },
  small: { chart: 136, empty: 116, stars: 24, number: 'text-[46px] leading-[50px]', left: 'py-2.5', right: 'pt-1' },
} as const;

interface Props {
  look: keyof typeof LOOKS;
  score: Cell;
  cells: readonly Cell[];
  /** yyyy-MM of each cell. */
  months: readonly string[];
  /** The line in words. */
  line: string;
  markers: readonly Marker[];
  title?: ReactNode;
  /** Beside the score. */
  beside?: ReactNode;
  /** Below the chart. */
  foot?: ReactNode;
  /** Below the stars. */
  children: ReactNode;
}

const stars = (value: number) => number(value, 2);

/** The plan's score with its stars, and its line over time with the stars to aim for. */
export function ScoreCard({ look, score, cells, months, line, markers, title, beside, foot, children }: Props) {
  const of = LOOKS[look];
  return (
    <section
      aria-label="Average SuperScore"
      className="grid shrink-0 grid-cols-[250px_1fr] overflow-hidden rounded-md border-[0.5pt]"
      style={{ borderColor: '#CBD3CD', borderLeft: '5px solid var(--brand)' }}
    >
      <div className={cx('px-5', of.left)}>
        {title}
        <p className="mt-1 flex flex-wrap items-baseline gap-x-2.5">
          {score.value === null ? (
            <Held reason={score.withheld ?? 'np'} />
          ) : (
            <>
              <span className={cx('font-[620] tracking-[-0.02em]', of.number)}>{stars(score.value)}</span>
              <span className="whitespace-nowrap text-ink-2">of 5</span>
            </>
          )}
          {beside}
        </p>
        {score.value !== null && <Stars value={score.value} size={of.stars} />}
        {children}
      </div>
      <div className={of.right}>
        {cells.some(({ value }) => value !== null) ? (
          <>
            <LineChart
              cells={cells}
              months={months}
              width={424}
              height={of.chart}
              format={stars}
              label={`Average SuperScore by month, ${line}`}
              markers={markers}
              lettered={look === 'large'}
              aim={{ at: AIM, text: `Aim: ${AIM} stars` }}
              right={48}
            />
            {foot}
          </>
        ) : (
          <div className="py-2 pr-5">
            <Unpublished height={of.empty} />
          </div>
        )}
      </div>
    </section>
  );
}
