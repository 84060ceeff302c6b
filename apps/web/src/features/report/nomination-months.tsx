import type { View } from '../../portal/analytics/figures-view';
import { FigureCard } from '../../portal/cards/figure-card';
import { columnsOf } from '../../portal/nominations/nomination-columns';
import { useNominations } from '../../portal/nominations/nominations';
import { HatchPattern, useHatch } from '../../ui/hatch-pattern';
import { Legend } from '../../ui/legend';
import { longMonth, month } from '../../ui/format';
import { Bones, CARD, CardTitle } from './sheet-card';

const WIDTH = 640;
const HEIGHT = 132;
const LEFT = 34;
const BOTTOM = 16;
const TOP = 5;
const LEVELS = [0, 50, 100];
/** The most months whose labels fit. */
const LABELS = 7;

/** The share of members with each kind of nomination at the end of every month. */
export function NominationMonths({ view }: { view: View }) {
  const figures = useNominations(view);
  const hatch = useHatch();
  return (
    <FigureCard
      title="Members by beneficiary nomination"
      what="This chart"
      figures={figures}
      look={CARD}
      head={<CardTitle note={figures.data && spanOf(figures.data.months)}>Members by beneficiary nomination</CardTitle>}
      bones={<Bones />}
      nothing={({ series }) =>
        columnsOf(series, true, 'light').nothing ? 'Nothing is published of the nominations in this period.' : null
      }
      nothingClassName="mt-2"
    >
      {({ series: parts, months }) => {
        const { series } = columnsOf(parts, true, 'light');
        const step = (WIDTH - LEFT) / Math.max(1, months.length);
        const every = Math.ceil(months.length / LABELS);
        const y = (percent: number) => TOP + (1 - percent / 100) * (HEIGHT - TOP - BOTTOM);
        return (
          <>
            <div className="my-[5pt]">
              <Legend items={series} />
            </div>
            <div
              className="overflow-x-auto"
              role="region"
              aria-label="Members by beneficiary nomination: chart"
              tabIndex={0}
            >
              <svg
                viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
                width="100%"
                role="img"
                aria-label="Shares of members by nomination; the newest are listed below."
                className="block min-w-[480px]"
                fontFamily="var(--typeface)"
                fontSize="11"
              >
                <HatchPattern id={hatch} />
                {LEVELS.map((level) => (
                  <g key={level}>
                    <path d={`M${LEFT} ${y(level)}H${WIDTH}`} stroke="var(--grid)" />
                    <text x={LEFT - 6} y={y(level) + 4} textAnchor="end" fill="var(--axis)">{`${level}%`}</text>
                  </g>
                ))}
                {months.map((at, i) => {
                  const left = LEFT + i * step;
                  // Shares in whole tens may add up to more than the whole.
                  const sum = series.reduce((all, { values }) => all + (values[i] ?? 0), 0);
                  const part = 100 / Math.max(100, sum);
                  let below = 0;
                  return (
                    <g key={at}>
                      {series.toReversed().map(({ name, colour, values }) => {
                        const value = (values[i] ?? 0) * part;
                        const from = below;
                        below += value;
                        return value === 0 ? null : (
                          <rect
                            key={name}
                            x={left + step * 0.14}
                            y={y(below)}
                            width={step * 0.72}
                            height={Math.max(0, y(from) - y(below) - 0.6)}
                            fill={colour === 'hatched' ? `url(#${hatch})` : colour}
                          />
                        );
                      })}
                      {i % every === 0 && (
                        <text x={left + step / 2} y={HEIGHT - 3} textAnchor="middle" fill="var(--axis)">
                          {month(at)}
                        </text>
                      )}
                    </g>
                  );
                })}
              </svg>
            </div>
          </>
        );
      }}
    </FigureCard>
  );
}

const spanOf = (months: string[]) =>
  months.length === 0 ? undefined : `Month end, ${longMonth(months[0]!)} to ${longMonth(months.at(-1)!)}`;
