import { useMemo } from 'react';
import type { View } from '../../../portal/analytics/figures-view';
import { mapLoaded } from '../../../portal/analytics/loaded';
import { changeOf, NO_CELL, type Cell } from '../../../portal/analytics/result';
import { figureText } from '../../../portal/figures/figure-text';
import { lastOfMonth, monthOf, monthsBefore } from '../../../portal/period/period';
import { date, dollars, month as shortMonth, number, share, shortDollars } from '../../../ui/format';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';
import { Card, Note } from '../kit/card';
import { Printed, PrintedChange } from '../kit/printed';
import type { Report } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { dollarsInWords, periodsSentence } from '../sentences/fund-sentences';
import { isTold } from './figures';
import { useFund, type Fund } from './fund';
import { sumOfCells } from './quarters';

const KINDS = ['employer', 'sacrifice', 'personal'] as const;
type Kind = (typeof KINDS)[number];
const NAMES: Record<Kind, string> = { employer: 'Employer', sacrifice: 'Salary sacrifice', personal: 'Personal' };
type Stock = 'members' | 'assets' | 'average' | 'age';

interface Figures {
  /** yyyy-MM of the ends of the period before the last, of the last, and of this one; the first is null without figures. */
  ends: [string | null, string, string];
  stocks: Record<Stock, [Cell, Cell, Cell]>;
  clear: Record<Stock, Cell[]>;
  before: Record<Kind, Cell> | null;
  now: Record<Kind, Cell>;
  ownBefore: Cell;
  own: Cell;
}

/** This period and the one before, month by month. */
function twoPeriods({ whole, plan }: Report): View {
  const [start] = whole.dateRange;
  const earliest = `${plan.firstMonth ?? monthOf(start)}-01`;
  const from = monthsBefore(start, monthCount(whole));
  return { ...whole, dateRange: [from < earliest ? start : from, whole.dateRange[1]] };
}
const monthCount = ({ dateRange: [from, to] }: View) =>
  (Number(to.slice(0, 4)) - Number(from.slice(0, 4))) * 12 + Number(to.slice(5, 7)) - Number(from.slice(5, 7));

function figuresOf(fund: Fund, { whole }: Report): Figures {
  const middle = monthOf(whole.dateRange[0]);
  const at = fund.months.indexOf(middle);
  const hasBefore = at > 0;
  const stock = (name: Stock): [Cell, Cell, Cell] => [
    hasBefore ? fund[name][0]! : NO_CELL,
    fund[name][at] ?? NO_CELL,
    fund[name].at(-1) ?? NO_CELL,
  ];
  const kinds = (from: number, to: number) =>
    Object.fromEntries(KINDS.map((kind) => [kind, sumOfCells(fund[kind].slice(from, to))])) as Record<Kind, Cell>;
  const now = kinds(at + 1, fund.months.length);
  const before = hasBefore ? kinds(1, at + 1) : null;
  return {
    ends: [hasBefore ? fund.months[0]! : null, middle, fund.months.at(-1)!],
    stocks: { members: stock('members'), assets: stock('assets'), average: stock('average'), age: stock('age') },
    clear: {
      members: fund.members.slice(at),
      assets: fund.assets.slice(at),
      average: fund.average.slice(at),
      age: fund.age.slice(at),
    },
    now,
    before,
    own: sumOfCells([now.sacrifice, now.personal]),
    ownBefore: before ? sumOfCells([before.sacrifice, before.personal]) : NO_CELL,
  };
}

function useTwoPeriods(report: Report) {
  const view = useMemo(() => twoPeriods(report), [report]);
  return mapLoaded(useFund(view), (fund) => figuresOf(fund, report));
}

const CARDS: { name: Stock; title: string; format: (value: number) => string; good: 'up' | 'neutral' }[] = [
  { name: 'members', title: 'Members', format: number, good: 'up' },
  { name: 'assets', title: 'Total assets', format: shortDollars, good: 'up' },
  { name: 'average', title: 'Average balance', format: dollars, good: 'up' },
  { name: 'age', title: 'Average age', format: (value) => number(value, 1), good: 'neutral' },
];

const endOf = (month: string) => lastOfMonth(`${month}-01`);
const total = (of: Record<Kind, Cell>) => sumOfCells(KINDS.map((kind) => of[kind]));

function SuperOverview({ report: { period }, figures }: PageProps<Figures>) {
  const { ends, stocks, clear, now, before, own, ownBefore } = figures;
  const [all, allBefore] = [total(now), before ? total(before) : NO_CELL];
  return (
    <>
      <div className="grid grid-cols-2 gap-[14px] text-center leading-[17px]">
        {ends[0] !== null ? (
          <p className="rounded-md border border-dashed border-line-strong py-2 text-ink-2">
            <b className="block font-semibold">The period before</b>
            {date(endOf(ends[0]))} to {date(endOf(ends[1]))}
          </p>
        ) : (
          <p className="rounded-md border border-dashed border-line-strong py-2 text-ink-2">
            <b className="block font-semibold">The period before</b>
            The plan has no figures of it
          </p>
        )}
        <p className="rounded-md bg-brand-soft py-2 text-brand">
          <b className="block font-semibold">This period</b>
          {date(period.start)} to {date(period.end)}
        </p>
      </div>
      <div className="grid flex-1 grid-cols-2 grid-rows-2 gap-[14px]">
        {CARDS.map(({ name, title, format, good }) => (
          <Card
            key={name}
            title={title}
            right={name === 'age' && <span className="text-[12px] text-ink-3">years</span>}
          >
            <p className="mt-0.5 flex items-baseline gap-2">
              <Printed cell={stocks[name][2]} format={format} className="pcr-metric" />
              <PrintedChange change={changeOf(clear[name])} as="percent" good={good} />
              <Before cells={stocks[name]} />
            </p>
            <Three cells={stocks[name]} ends={ends} format={format} label={title} />
          </Card>
        ))}
      </div>
      <Card
        title="Contributions by kind"
        note="$ million in each period; pale and dashed: the period before"
        right={
          <span className="text-right">
            <Printed cell={all} format={shortDollars} className="pcr-metric" dense />
            {before && (
              <span className="block text-[12px] text-ink-3">
                before {allBefore.value === null ? 'np' : shortDollars(allBefore.value)}
              </span>
            )}
          </span>
        }
      >
        <Contributions now={now} before={before} />
      </Card>
      <Note title="Read with care.">
        Employer contributions rise with salaries, members and the superannuation guarantee.{' '}
        {own.value !== null &&
          `Members’ own money is salary sacrifice and personal contributions: ${dollarsInWords(own.value)}${
            ownBefore.value === null ? '' : ` after ${dollarsInWords(ownBefore.value)}`
          }.`}
        {[...KINDS].some((kind) => now[kind].withheld !== null) &&
          ' A kind of which a month is not published has no sum.'}
      </Note>
    </>
  );
}

/** A change in percent; without a sign if it rounds to nothing. */
function signed(percent: number, digits: number): string {
  const sign = Number(percent.toFixed(digits)) === 0 ? '' : percent < 0 ? '−' : '+';
  return `${sign}${share(Math.abs(percent), digits)}`;
}

function Before({ cells: [first, second] }: { cells: [Cell, Cell, Cell] }) {
  const change = changeOf([first, second]);
  if (change === null || change.percent === null) return null;
  const by = change.percent;
  if (!change.clear) return null;
  return <span className="text-[12px] text-ink-3">before {signed(by, 1)}</span>;
}

const [WIDE, HIGH] = [312, 118];
const XS = [44, 156, 268];

interface ThreeProps {
  cells: readonly Cell[];
  ends: readonly (string | null)[];
  format: (value: number) => string;
  label: string;
}
/** A figure at three period ends: dashed for the period before, then solid. */
function Three({ cells, ends, format, label }: ThreeProps) {
  const hatch = useHatch();
  const values = cells.flatMap(({ value }) => (value === null ? [] : [value]));
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const y = (value: number | null) => (value === null || high === low ? 62 : 73 - ((value - low) / (high - low)) * 36);
  // A figure below every line that leads to it stands under its dot.
  const isUnder = (i: number) => {
    const beside = [cells[i - 1]?.value, cells[i + 1]?.value].filter((value) => value != null);
    return beside.length > 0 && beside.every((value) => value > (cells[i]!.value ?? Infinity));
  };
  const line = (from: number, to: number) =>
    cells[from]!.value === null || cells[to]!.value === null
      ? ''
      : `M${XS[from]} ${y(cells[from]!.value)}L${XS[to]} ${y(cells[to]!.value)}`;
  return (
    <svg
      viewBox={`0 0 ${WIDE} ${HIGH}`}
      width={WIDE}
      height={HIGH}
      role="img"
      aria-label={`${label}: ${cells
        .map((of, i) => (ends[i] ? `${shortMonth(ends[i])} ${figureText(of, format)}` : ''))
        .filter(Boolean)
        .join(', ')}`}
      className="mx-auto mt-auto block"
    >
      <HatchPattern id={hatch} />
      <path d={line(0, 1)} stroke={LEFT} strokeWidth="2" strokeDasharray="5 3" />
      <path d={line(1, 2)} stroke="var(--plot)" strokeWidth="2.6" />
      {cells.map((of, i) => {
        const end = ends[i];
        if (!end) return null;
        const told = of.value !== null;
        return (
          <g key={end} textAnchor="middle">
            <circle
              cx={XS[i]}
              cy={y(of.value)}
              r="4.4"
              fill={told ? (i === 2 ? 'var(--plot)' : 'var(--surface)') : `url(#${hatch})`}
              stroke={i === 0 ? LEFT : 'var(--plot)'}
              strokeWidth="2"
            />
            <text
              x={XS[i]}
              y={y(of.value) + (isUnder(i) ? 17 : -10)}
              fontSize="12.7"
              fontWeight={i === 2 ? 650 : 500}
              fill="var(--ink)"
              stroke="var(--surface)"
              strokeWidth="3"
              paintOrder="stroke"
            >
              {told ? format(of.value!) : 'np'}
            </text>
            <text x={XS[i]} y={HIGH - 6} fontSize="12" fill="var(--ink-3)">
              {shortMonth(end)}
            </text>
          </g>
        );
      })}
      <path d={`M0 ${HIGH - 22}H${WIDE}`} stroke="var(--line)" />
    </svg>
  );
}
const LEFT = '#9AA6A0';

function Contributions({ now, before }: { now: Record<Kind, Cell>; before: Record<Kind, Cell> | null }) {
  const hatch = useHatch();
  const [width, names, bars] = [658, 130, 400];
  const most = Math.max(1, ...KINDS.flatMap((kind) => [now[kind].value ?? 0, before?.[kind].value ?? 0]));
  const long = (value: number) => Math.max(1.5, (value / most) * bars);
  const millions = (value: number) => number(value / 1e6, 2);
  return (
    <svg
      width={width}
      height="174"
      viewBox={`0 0 ${width} 174`}
      role="img"
      aria-label={`Contributions: ${KINDS.map((kind) => `${NAMES[kind]} ${figureText(now[kind], shortDollars)}`).join('; ')}`}
      className="mt-2 block"
    >
      <HatchPattern id={hatch} />
      {KINDS.map((kind, i) => {
        const y = i * 58 + 4;
        const [of, then] = [now[kind], before?.[kind]];
        const change = then ? changeOf([then, of]) : null;
        const by = change?.clear ? change.percent : null;
        return (
          <g key={kind}>
            <text x="0" y={y + 28} fontSize="14" fontWeight="600" fill="var(--ink)">
              {NAMES[kind]}
            </text>
            <path d={`M${names} ${y - 4}V${y + 50}`} stroke="var(--line-strong)" strokeWidth=".8" />
            {then && (
              <>
                <rect
                  x={names + 0.5}
                  y={y}
                  width={then.value === null ? 46 : long(then.value)}
                  height="18"
                  fill={then.value === null ? `url(#${hatch})` : '#E9EDE9'}
                  stroke="#84908B"
                  strokeWidth=".8"
                  strokeDasharray="3 2"
                />
                <text
                  x={names + 8 + (then.value === null ? 46 : long(then.value))}
                  y={y + 13}
                  fontSize="12.7"
                  fill="var(--ink-2)"
                >
                  {then.value === null ? 'np' : millions(then.value)}
                </text>
              </>
            )}
            <rect
              x={names}
              y={y + 22}
              width={of.value === null ? 46 : long(of.value)}
              height="24"
              fill={of.value === null ? `url(#${hatch})` : 'var(--plot)'}
            />
            <text
              x={names + 8 + (of.value === null ? 46 : long(of.value))}
              y={y + 39}
              fontSize="14"
              fontWeight="650"
              fill="var(--ink)"
            >
              {of.value === null ? 'np' : millions(of.value)}
            </text>
            {by !== null && (
              <text x={width} y={y + 39} textAnchor="end" fontSize="13" fontWeight="600" fill="var(--ink-2)">
                {signed(by, 0)}
              </text>
            )}
          </g>
        );
      })}
    </svg>
  );
}

export const superOverview = reportPage<Figures>({
  id: 'superOverview',
  number: '4',
  title: 'Super overview',
  useFigures: useTwoPeriods,
  isPublished: ({ stocks: { members, assets } }) => isTold(members[2]) && isTold(assets[2]),
  sentence: ({ stocks: { assets }, own, ownBefore }) => periodsSentence({ assets, own: [ownBefore, own] }),
  ofAllMembers: true,
  Body: SuperOverview,
});
