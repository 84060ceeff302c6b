import type { ReactNode } from 'react';
import { mapLoaded, together, type Loaded } from '../../../portal/analytics/loaded';
import { changeOf, type Cell, type Change } from '../../../portal/analytics/result';
import { dollars, longMonth, month as shortMonth, number } from '../../../ui/format';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';
import { figureText } from '../../../portal/figures/figure-text';
import { Note, Swatch } from '../kit/card';
import { gappedLine } from '../kit/gapped-line';
import { PrintedChange } from '../kit/printed';
import type { Report } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { engagedSentence, overviewSentence } from '../sentences/fund-sentences';
import { capital, inWords } from '../../../ui/in-words';
import { isTold } from './figures';
import { useFund } from './fund';
import { amongAll, type Size } from './size';
import { atColumns, quarterColumns, sumOfCells, withinColumns, type QuarterColumn } from './quarters';

const WIDTH = 688;
const LEFT = 150;
const HEIGHT = 108;
const LEFT_COLOUR = '#9AA6A0';
const millions = (value: number) => number(value / 1e6, 1);
const thousands = (value: number) => number(value / 1000);

/** Where a column stands. */
const placed = (count: number) => (i: number) => LEFT + ((i + 0.5) / count) * (WIDTH - LEFT);

interface Figures {
  fund: Size;
  /** Members, assets and average balance are of engaged members. */
  ofEngaged: boolean;
}

function useOverview({ view, whole }: Report): Loaded<Figures> {
  const all = together(useFund(whole), useFund(view));
  return mapLoaded(all, ([ofPlan, ofView]) => ({
    fund: view.engaged ? amongAll(ofView, ofPlan) : ofPlan,
    ofEngaged: view.engaged,
  }));
}

function FundOverview({ figures: { fund, ofEngaged } }: PageProps<Figures>) {
  const columns = quarterColumns(fund.months);
  const x = placed(columns.length);
  const step = (WIDTH - LEFT) / columns.length;
  const ends = (name: keyof Omit<Size, 'months'>) => atColumns(columns, fund.months, fund[name]);
  const [joined, left] = [
    withinColumns(columns, fund.months, fund.joined),
    withinColumns(columns, fund.months, fund.left),
  ];
  const last = columns.at(-1)!;
  const ofAll = ofEngaged ? ', all members' : '';
  const large = (fund.assets.at(-1)?.value ?? 0) >= 1e6;
  const rows: [string, string, Cell[], (value: number) => string, 'up' | 'neutral', Cell[]][] = [
    ['Members', '', ends('members'), number, 'up', fund.members],
    [
      'Total assets',
      large ? '$ million' : '$ thousand',
      ends('assets'),
      large ? millions : thousands,
      'up',
      fund.assets,
    ],
    ['Average balance', '', ends('average'), dollars, 'up', fund.average],
    ['Average salary', `a year${ofAll}`, ends('salary'), dollars, 'neutral', fund.salary],
    ['Average age', `years${ofAll}`, ends('age'), (value) => number(value, 1), 'neutral', fund.age],
  ];
  return (
    <>
      <div className="relative flex flex-1 flex-col">
        {last.unfinished && (
          <div aria-hidden className="absolute inset-y-0 right-0 rounded-md bg-sunken" style={{ width: step }} />
        )}
        <Heads columns={columns} x={x} />
        {rows.map(([name, unit, cells, format, good, all]) => (
          <Strip key={name} name={name} unit={unit} change={changeOf(all)} good={good}>
            <Dots
              cells={cells}
              x={x}
              format={format}
              label={`${name}: ${columns.map(({ month }, i) => `${shortMonth(month)} ${figureText(cells[i]!, format)}`).join(', ')}`}
            />
          </Strip>
        ))}
        <Strip
          name="Joined and left"
          unit={`in the quarter${ofAll}`}
          change={null}
          good="neutral"
          note={
            <span className="flex gap-3">
              <span>
                <Swatch colour="var(--plot)" /> Joined
              </span>
              <span>
                <Swatch colour={LEFT_COLOUR} /> Left
              </span>
            </span>
          }
        >
          <Flows joined={joined} left={left} x={x} columns={columns} />
        </Strip>
      </div>
      <Remarks fund={fund} ofEngaged={ofEngaged} columns={columns} />
    </>
  );
}

const Heads = ({ columns, x }: { columns: readonly QuarterColumn[]; x: (i: number) => number }) => (
  <svg
    width={WIDTH}
    height="30"
    viewBox={`0 0 ${WIDTH} 30`}
    role="img"
    aria-label="Quarter ends"
    className="relative block"
  >
    <text y="20" fontSize="12" fontWeight="600" fill="var(--ink-2)">
      At the quarter’s end
    </text>
    {columns.map(({ month, unfinished }, i) => (
      <text
        key={month}
        x={x(i)}
        y="20"
        textAnchor="middle"
        fontSize="12"
        fontWeight="600"
        fill={unfinished ? 'var(--brand)' : 'var(--ink-2)'}
      >
        {shortMonth(month)}
      </text>
    ))}
    <path d={`M0 29H${WIDTH}`} stroke="var(--line-strong)" strokeWidth=".8" />
  </svg>
);

interface StripProps {
  name: string;
  unit: string;
  change: Change | null;
  good: 'up' | 'neutral';
  note?: ReactNode;
  children: ReactNode;
}
const Strip = ({ name, unit, change, good, note, children }: StripProps) => (
  <div className="relative flex flex-1 flex-col justify-center border-b-[0.5pt]">
    <div className="absolute left-0 top-1/2 w-[134px] -translate-y-1/2">
      <h2 className="text-[14px] font-semibold leading-[18px]">{name}</h2>
      <div className="text-[12px] leading-[16px] text-ink-3">
        {unit} <PrintedChange change={change} as="percent" good={good} />
        {note}
      </div>
    </div>
    {children}
  </div>
);

interface DotsProps {
  cells: readonly Cell[];
  x: (i: number) => number;
  format: (value: number) => string;
  label: string;
}
/** A dot and its figure for each column. A figure that is not published leaves a gap with a hatched dot. */
function Dots({ cells, x, format, label }: DotsProps) {
  const hatch = useHatch();
  const values = cells.flatMap(({ value }) => (value === null ? [] : [value]));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value: number | null) =>
    value === null || high === low ? HEIGHT / 2 + 8 : HEIGHT - 18 - ((value - low) / (high - low)) * (HEIGHT - 54);
  const line = gappedLine(
    cells.map(({ value }) => value),
    x,
    y,
  );
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={label}
      className="relative block"
    >
      <HatchPattern id={hatch} />
      <path d={line} fill="none" stroke="var(--plot)" strokeWidth="2" strokeLinejoin="round" />
      {cells.map((of, i) => {
        const isLast = i === cells.length - 1;
        const told = of.value !== null;
        return (
          <g key={i}>
            <circle
              cx={x(i)}
              cy={y(of.value)}
              r={isLast || !told ? 4 : 3.4}
              fill={told ? (isLast ? 'var(--plot)' : 'var(--surface)') : `url(#${hatch})`}
              stroke={told ? 'var(--plot)' : 'var(--line-strong)'}
              strokeWidth="1.8"
            />
            <text
              x={x(i)}
              y={y(of.value) - 10}
              textAnchor="middle"
              fontSize="12.7"
              fontWeight={isLast || i === 0 ? 650 : 450}
              fill="var(--ink)"
              stroke={isLast ? 'none' : 'var(--surface)'}
              strokeWidth="3"
              paintOrder="stroke"
            >
              {told ? format(of.value!) : of.withheld ? 'np' : '–'}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

interface FlowsProps {
  joined: readonly Cell[];
  left: readonly Cell[];
  x: (i: number) => number;
  columns: readonly QuarterColumn[];
}
/** Joiners up, leavers down. */
function Flows({ joined, left, x, columns }: FlowsProps) {
  const most = Math.max(1, ...[...joined, ...left].map(({ value }) => value ?? 0));
  const middle = HEIGHT / 2;
  const high = (value: number) => (value / most) * (middle - 20);
  const wide = Math.min(44, ((WIDTH - LEFT) / columns.length) * 0.6);
  return (
    <svg
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      role="img"
      aria-label={`Joined and left: ${columns
        .slice(1)
        .map(
          ({ month }, i) =>
            `${shortMonth(month)} ${joined[i + 1]?.value ?? 'not published'} and ${left[i + 1]?.value ?? 'not published'}`,
        )
        .join(', ')}`}
      className="relative block"
    >
      {columns.map(({ month }, i) => {
        if (i === 0) return null;
        const [up, down] = [joined[i]!, left[i]!];
        return (
          <g key={month} textAnchor="middle" fontSize="12.7">
            {up.value !== null && (
              <rect
                x={x(i) - wide / 2}
                width={wide}
                y={middle - high(up.value)}
                height={high(up.value)}
                fill="var(--plot)"
              />
            )}
            {down.value !== null && (
              <rect x={x(i) - wide / 2} width={wide} y={middle} height={high(down.value)} fill={LEFT_COLOUR} />
            )}
            <text x={x(i)} y={middle - high(up.value ?? 0) - 5} fontWeight="600" fill="var(--ink)">
              {up.value === null ? 'np' : up.value === 0 ? '0' : `+${number(up.value)}`}
            </text>
            <text x={x(i)} y={middle + high(down.value ?? 0) + 14} fill="var(--ink-2)">
              {down.value === null ? 'np' : down.value === 0 ? '0' : `−${number(down.value)}`}
            </text>
          </g>
        );
      })}
      <path d={`M${x(1) - wide}  ${middle}H${WIDTH}`} stroke="var(--line-strong)" strokeWidth=".8" />
    </svg>
  );
}

function Remarks({ fund, ofEngaged, columns }: Figures & { columns: readonly QuarterColumn[] }) {
  const [joined, left] = [sumOfCells(fund.joined.slice(1)), sumOfCells(fund.left.slice(1))];
  const [first, last] = [columns[0]!, columns.at(-1)!];
  const change = (fund.members.at(-1)?.value ?? 0) - (fund.members[0]?.value ?? 0);
  const than =
    change === 0 ? 'as many members as' : `${number(Math.abs(change))} ${change < 0 ? 'fewer' : 'more'} than`;
  const average = changeOf(fund.average);
  return (
    <div className="grid grid-cols-3 gap-[14px]">
      <Note title={`${figureText(joined, number)} joined, ${figureText(left, number)} left`}>
        {ofEngaged
          ? `of all members since ${longMonth(first.month)}.`
          : `over the period: ${than} in ${longMonth(first.month)}.`}
      </Note>
      <Note title="Average balance">
        {average === null
          ? 'is not published at both ends of the period.'
          : average.clear
            ? `${average.by < 0 ? 'fell' : 'rose'} by ${dollars(Math.abs(average.by))} since ${longMonth(first.month)}.`
            : `did not clearly change since ${longMonth(first.month)}.`}
      </Note>
      {last.unfinished ? (
        <Note title="The last column">
          is the end of {longMonth(last.month)}, {inWords(last.months.length)}{' '}
          {last.months.length === 1 ? 'month' : 'months'} into its quarter.
        </Note>
      ) : (
        <Note title={`${capital(inWords(columns.length - 1))} quarters`}>end with {longMonth(last.month)}.</Note>
      )}
    </div>
  );
}

export const fundOverview = reportPage<Figures>({
  id: 'fundOverview',
  number: '2',
  title: 'Fund overview',
  useFigures: useOverview,
  isPublished: ({ fund: { members } }) => members.length > 1 && isTold(members.at(-1)!),
  sentence: ({ fund, ofEngaged }) => {
    const columns = quarterColumns(fund.months);
    const [members, assets] = [
      atColumns(columns, fund.months, fund.members),
      atColumns(columns, fund.months, fund.assets),
    ];
    return ofEngaged ? engagedSentence(members, assets, columns[0]!.month) : overviewSentence(members, assets);
  },
  Body: FundOverview,
});
