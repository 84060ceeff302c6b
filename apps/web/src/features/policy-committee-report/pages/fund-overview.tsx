import { useMemo, type ReactNode } from 'react';
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
import { fromYearBefore, useFund, withinView, type Fund } from './fund';
import { amongAll, type Size } from './size';
import {
  atColumns,
  quarterColumns,
  shortQuartersText,
  sumOfCells,
  withinColumns,
  yearBefore,
  type QuarterColumn,
} from './quarters';

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
  /** The same from a year before. */
  all: Size;
  /** Members, assets and average balance are of engaged members. */
  ofEngaged: boolean;
}

function useOverview({ view, whole, plan }: Report): Loaded<Figures> {
  const [long, longView] = useMemo(
    () => [fromYearBefore(whole, plan.firstMonth), fromYearBefore(view, plan.firstMonth)],
    [whole, view, plan.firstMonth],
  );
  const both = together(useFund(long), useFund(longView));
  return mapLoaded(both, ([ofPlan, ofView]) => {
    const sized = (engaged: Fund, of: Fund): Size => (view.engaged ? amongAll(engaged, of) : of);
    return {
      fund: sized(withinView(ofView, view), withinView(ofPlan, whole)),
      all: sized(ofView, ofPlan),
      ofEngaged: view.engaged,
    };
  });
}

function FundOverview({ figures: { fund, all, ofEngaged } }: PageProps<Figures>) {
  const columns = quarterColumns(fund.months);
  const x = placed(columns.length);
  const step = (WIDTH - LEFT) / columns.length;
  const ends = (name: keyof Omit<Size, 'months'>) => atColumns(columns, fund.months, fund[name]);
  const [joined, left] = [
    withinColumns(columns, fund.months, fund.joined),
    withinColumns(columns, fund.months, fund.left),
  ];
  const before = yearBefore(columns);
  const earlier = (name: keyof Omit<Size, 'months'>) => atColumns(before, all.months, all[name]);
  const earlierFlows = [
    withinColumns(before, all.months, all.joined),
    withinColumns(before, all.months, all.left),
  ] as const;
  const hasEarlier = earlier('members').some(isTold);
  const ofAll = ofEngaged ? ', all members' : '';
  const large = (fund.assets.at(-1)?.value ?? 0) >= 1e6;
  const rows: [string, string, keyof Omit<Size, 'months'>, (value: number) => string, 'up' | 'neutral'][] = [
    ['Members', '', 'members', number, 'up'],
    ['Total assets', large ? '$ million' : '$ thousand', 'assets', large ? millions : thousands, 'up'],
    ['Average balance', '', 'average', dollars, 'up'],
    ['Average salary', `a year${ofAll}`, 'salary', dollars, 'neutral'],
    ['Average age', `years${ofAll}`, 'age', (value) => number(value, 1), 'neutral'],
  ];
  return (
    <>
      <div className="relative flex flex-1 flex-col">
        {columns.map(
          ({ month, isShort }, i) =>
            isShort && (
              <div
                key={month}
                aria-hidden
                className="absolute inset-y-0 rounded-md bg-sunken"
                style={{ left: x(i) - step / 2, width: step }}
              />
            ),
        )}
        <Heads columns={columns} x={x} hasEarlier={hasEarlier} />
        {rows.map(([name, unit, key, format, good]) => (
          <Strip key={name} name={name} unit={unit} change={changeOf(fund[key])} good={good}>
            <Dots
              name={name}
              columns={columns}
              cells={ends(key)}
              earlier={hasEarlier ? earlier(key) : null}
              x={x}
              format={format}
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
          <Flows joined={joined} left={left} earlier={hasEarlier ? earlierFlows : null} x={x} columns={columns} />
        </Strip>
      </div>
      <Remarks fund={fund} ofEngaged={ofEngaged} columns={columns} />
    </>
  );
}

interface HeadsProps {
  columns: readonly QuarterColumn[];
  x: (i: number) => number;
  hasEarlier: boolean;
}
const Heads = ({ columns, x, hasEarlier }: HeadsProps) => (
  <svg
    width={WIDTH}
    height="30"
    viewBox={`0 0 ${WIDTH} 30`}
    role="img"
    aria-label="Quarter ends"
    className="relative block"
  >
    <text y={hasEarlier ? 9 : 20} fontSize="12" fontWeight="600" fill="var(--ink-2)">
      At the quarter’s end
    </text>
    {hasEarlier && (
      <text y="23" fontSize="12" fill="var(--ink-3)">
        in grey a year before
      </text>
    )}
    {columns.map(({ month, isShort }, i) => (
      <text
        key={month}
        x={x(i)}
        y="20"
        textAnchor="middle"
        fontSize="12"
        fontWeight="600"
        fill={isShort ? 'var(--brand)' : 'var(--ink-2)'}
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

const said = (of: Cell, format: (value: number) => string) =>
  of.value === null ? (of.withheld ? 'np' : '–') : format(of.value);

interface DotsProps {
  name: string;
  columns: readonly QuarterColumn[];
  cells: readonly Cell[];
  /** A year before; null without figures of then. */
  earlier: readonly Cell[] | null;
  x: (i: number) => number;
  format: (value: number) => string;
}
/** A dot and its figure for each column. A figure that is not published leaves a gap with a hatched dot. */
function Dots({ name, columns, cells, earlier, x, format }: DotsProps) {
  const label = `${name}: ${columns
    .map(({ month }, i) => {
      const then = earlier === null ? '' : ` (a year before ${figureText(earlier[i]!, format)})`;
      return `${shortMonth(month)} ${figureText(cells[i]!, format)}${then}`;
    })
    .join(', ')}`;
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
              strokeWidth="5"
              paintOrder="stroke"
            >
              {said(of, format)}
            </text>
            {earlier && (
              <text x={x(i)} y={HEIGHT - 2} textAnchor="middle" fontSize="12" fill="var(--ink-3)">
                {said(earlier[i]!, format)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

const added = (count: number) => (count === 0 ? '0' : `+${number(count)}`);
const taken = (count: number) => (count === 0 ? '0' : `−${number(count)}`);

interface FlowsProps {
  joined: readonly Cell[];
  left: readonly Cell[];
  /** Of the same quarters a year before; null without figures of then. */
  earlier: readonly [readonly Cell[], readonly Cell[]] | null;
  x: (i: number) => number;
  columns: readonly QuarterColumn[];
}
/** Joiners up, leavers down. */
function Flows({ joined, left, earlier, x, columns }: FlowsProps) {
  const most = Math.max(1, ...[...joined, ...left].map(({ value }) => value ?? 0));
  const middle = HEIGHT / 2;
  const high = (value: number) => (value / most) * (middle - (earlier ? 31 : 20));
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
            `${shortMonth(month)} ${joined[i + 1]?.value ?? 'not published'} and ${left[i + 1]?.value ?? 'not published'}${
              earlier === null
                ? ''
                : ` (a year before ${figureText(earlier[0][i + 1]!, number)} and ${figureText(earlier[1][i + 1]!, number)})`
            }`,
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
              {said(up, added)}
            </text>
            <text x={x(i)} y={middle + high(down.value ?? 0) + 14} fill="var(--ink-2)">
              {said(down, taken)}
            </text>
            {earlier && (
              <text x={x(i)} y={HEIGHT - 2} fontSize="12" fill="var(--ink-3)">
                {said(earlier[0][i]!, added)}, {said(earlier[1][i]!, taken)}
              </text>
            )}
          </g>
        );
      })}
      <path d={`M${x(1) - wide}  ${middle}H${WIDTH}`} stroke="var(--line-strong)" strokeWidth=".8" />
    </svg>
  );
}

function Remarks({ fund, ofEngaged, columns }: Omit<Figures, 'all'> & { columns: readonly QuarterColumn[] }) {
  const [joined, left] = [sumOfCells(fund.joined.slice(1)), sumOfCells(fund.left.slice(1))];
  const first = columns[0]!;
  const short = shortQuartersText(fund.months);
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
      {short === null ? (
        <Note title={`${capital(inWords(columns.length - 1))} ${columns.length === 2 ? 'quarter' : 'quarters'}`}>
          {columns.length === 2 ? 'ends' : 'end'} with {longMonth(columns.at(-1)!.month)}.
        </Note>
      ) : (
        <Note title="Not whole quarters">are shaded: {short}.</Note>
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
    const short = columns.flatMap(({ isShort }, i) => (isShort ? [i] : []));
    return ofEngaged ? engagedSentence(members, assets, columns[0]!.month) : overviewSentence(members, assets, short);
  },
  Body: FundOverview,
});
