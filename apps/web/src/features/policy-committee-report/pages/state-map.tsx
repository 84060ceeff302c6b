import { geoConicConformal, geoPath } from 'd3-geo';
import { arc } from 'd3-shape';
import type { FeatureCollection } from 'geojson';
import type { MeasureName } from '@superscope/contracts/analytics/names';
import { COUNT, newestQuery, type View } from '../../../portal/analytics/figures-view';
import { mapLoaded, together } from '../../../portal/analytics/loaded';
import { NO_CELL, series, type Cell } from '../../../portal/analytics/result';
import { useFigures, type Answer } from '../../../portal/analytics/use-figures';
import { seriesColour } from '../../../portal/figures/series-colour';
import shapes from '../../../portal/map/aus-states.json';
import { lastOfMonth, quarterEndBefore } from '../../../portal/period/period';
import { dollars, number, share } from '../../../ui/format';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';
import { Card, Key, Note } from '../kit/card';
import { Printed, PrintedCount } from '../kit/printed';
import { tiedText } from '../kit/tied-parts';
import type { Report } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { balancesSentence } from '../sentences/people-sentences';
import { heldTogether, type Held } from './held-together';
import { AVERAGE, isTold, isTooSmall, trendsQuery, unlessRefused } from './figures';

interface Row {
  code: string;
  name: string;
  women: Held;
  men: Held;
}
interface Figures {
  /** yyyy-MM-dd */
  quarterEnd: string;
  /** Null if no group of the plan by state and gender is published. */
  rows: Row[] | null;
  /** The plan has too few members to be divided. */
  isSmall: boolean;
  /** The figures are of engaged members. */
  ofEngaged: boolean;
  women: Held;
  men: Held;
  all: Held;
}

const STATES: readonly [code: string, name: string, parts: readonly string[]][] = [
  ['WA', 'Western Australia', ['WA']],
  ['NT', 'Northern Territory', ['NT']],
  ['QLD', 'Queensland', ['QLD']],
  ['NSW', 'NSW and ACT', ['NSW', 'ACT']],
  ['VIC', 'Victoria', ['VIC']],
  ['SA', 'South Australia', ['SA']],
  ['TAS', 'Tasmania', ['TAS']],
];
const byState = (view: View) => newestQuery(view, [COUNT, AVERAGE], ['Member.addressState', 'Member.gender']);
const byGender = (view: View) => newestQuery(view, [COUNT, AVERAGE], ['Member.gender']);

const heldOf = (answer: Answer | null, gender: string, state?: string): Held => {
  const row = answer?.rows.find(
    (each) =>
      each.text('Member.gender') === gender && (state === undefined || each.text('Member.addressState') === state),
  );
  return { members: row?.cell(COUNT) ?? NO_CELL, average: row?.cell(AVERAGE) ?? NO_CELL };
};

function useStates({ view, whole }: Report) {
  const all = together(
    unlessRefused(useFigures(view, byState)),
    unlessRefused(useFigures(view, byGender)),
    useFigures(view, trendsQuery),
    useFigures(whole, trendsQuery),
  );
  return mapLoaded(all, ([states, genders, trends, ofPlan]): Figures => {
    const rows = STATES.map(([code, name, parts]) => ({
      code,
      name,
      women: heldTogether(parts.map((state) => heldOf(states, 'Female', state))),
      men: heldTogether(parts.map((state) => heldOf(states, 'Male', state))),
    }));
    const divided = rows.some(({ women, men }) => isTold(women.members) || isTold(men.members));
    const quarterEnd = quarterEndBefore(view.dateRange[1]);
    const newest = (answer: Answer, measure: MeasureName): Cell =>
      series(answer.rows, answer.months, measure)[answer.months.indexOf(quarterEnd.slice(0, 7))] ?? NO_CELL;
    return {
      quarterEnd: lastOfMonth(quarterEnd),
      rows: divided ? rows : null,
      isSmall: isTooSmall(newest(ofPlan, COUNT)),
      ofEngaged: view.engaged,
      women: heldOf(genders, 'Female'),
      men: heldOf(genders, 'Male'),
      all: { members: newest(trends, COUNT), average: newest(trends, AVERAGE) },
    };
  });
}

const [WIDTH, HEIGHT] = [688, 440];
const states = shapes as unknown as FeatureCollection<GeoJSON.Geometry, { code: string }>;
const projection = geoConicConformal()
  .rotate([-134, 0])
  .center([0, -27])
  .parallels([-18, -36])
  .fitExtent(
    [
      [130, 44],
      [540, 430],
    ],
    states,
  );
const outline = geoPath(projection);
const outlines = states.features.map((feature) => ({ code: feature.properties.code, path: outline(feature) ?? '' }));

type Side = 'left' | 'right' | 'above' | 'below';
/** Where each pie stands, in degrees, its callout, and the side of the callout that its line leaves from. */
const PLACES: Record<string, { at: [number, number]; box: [number, number]; side: Side }> = {
  WA: { at: [121.8, -26], box: [10, 190], side: 'right' },
  NT: { at: [133.4, -20], box: [100, 8], side: 'below' },
  QLD: { at: [144.4, -22.8], box: [523, 50], side: 'left' },
  NSW: { at: [146.6, -32.2], box: [523, 176], side: 'left' },
  VIC: { at: [144.4, -36.9], box: [523, 268], side: 'left' },
  SA: { at: [135.2, -29.6], box: [196, 354], side: 'above' },
  TAS: { at: [146.7, -42.1], box: [523, 358], side: 'left' },
};
const [BOX, TALL] = [156, 74];
const LARGEST = 27;
const SMALLEST = 9;
const WOMEN = seriesColour('gender', 'Female', 'light');
const MEN = seriesColour('gender', 'Male', 'light');

function StateMap({ figures }: PageProps<Figures>) {
  return figures.rows === null ? <Undivided figures={figures} /> : <Divided rows={figures.rows} figures={figures} />;
}

function Divided({ rows, figures }: { rows: Row[]; figures: Figures }) {
  const hatch = useHatch();
  const sizes = rows.map(({ women, men }) => (women.members.value ?? 0) + (men.members.value ?? 0));
  const most = Math.max(1, ...sizes);
  const gaps = gapsOf(rows);
  const whole = gapsOf([
    { code: '', name: figures.ofEngaged ? 'All engaged' : 'All members', women: figures.women, men: figures.men },
  ]);
  const partly = rows.some(({ women, men }) => women.partly || men.partly);
  const tie = tiedText([figures.women.members, figures.men.members], figures.all.members);
  return (
    <>
      <div className="flex justify-between text-[12px] leading-[16px] text-ink-3">
        <span>Members, and average balance. The circle’s area is the number of members.</span>
        <Key
          items={[
            { name: 'Female', colour: WOMEN },
            { name: 'Male', colour: MEN },
          ]}
        />
      </div>
      <svg
        width={WIDTH}
        height={HEIGHT}
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        role="img"
        aria-label={`Members and average balance by state: ${rows.map(({ name, women, men }) => `${name}: women ${heldText(women)}, men ${heldText(men)}`).join('; ')}`}
        className="block"
      >
        <HatchPattern id={hatch} />
        {outlines.map(({ code, path }) => (
          <path
            key={code}
            d={path}
            fill="#EDF1EC"
            stroke="var(--line-strong)"
            strokeWidth=".6"
            strokeLinejoin="round"
          />
        ))}
        {rows.map((row, i) => (
          <Callout
            key={row.code}
            row={row}
            radius={Math.max(SMALLEST, LARGEST * Math.sqrt(sizes[i]! / most))}
            hatch={hatch}
          />
        ))}
      </svg>
      {gaps.length > 0 && (
        <Card
          className="flex-1"
          title="Average balance, women and men"
          note="$ thousand, sorted by the gap; states where both are published, and the whole plan"
        >
          <div className="my-auto">
            <Gaps gaps={[...gaps, ...whole]} />
          </div>
        </Card>
      )}
      <Note className="mt-auto">
        {partly && (
          <>
            <b className="font-semibold text-ink">a</b> A part of the two is not published and not counted.{' '}
          </>
        )}
        The figures do not say why balances differ: ages, hours worked and years in the plan differ too.
        {figures.women.members.value !== null &&
          figures.men.members.value !== null &&
          ` Of all ${figures.ofEngaged ? 'engaged members' : 'members'} ${number(figures.women.members.value)} are women and ${number(figures.men.members.value)} men.`}
        {tie !== null && ` ${tie}`}
      </Note>
    </>
  );
}

const heldText = ({ members, average }: Held) =>
  members.value === null
    ? 'not published'
    : `${number(members.value)}, ${average.value === null ? 'not published' : dollars(average.value)}`;

function Callout({ row: { code, name, women, men }, radius, hatch }: { row: Row; radius: number; hatch: string }) {
  const place = PLACES[code]!;
  const [x, y] = projection(place.at)!;
  const [left, top] = place.box;
  const end: [number, number] =
    place.side === 'right'
      ? [left + BOX, top + TALL / 2]
      : place.side === 'left'
        ? [left, top + TALL / 2]
        : place.side === 'below'
          ? [left + BOX / 2, top + TALL]
          : [left + BOX / 2, top];
  const slice = arc<{ startAngle: number; endAngle: number }>().innerRadius(0).outerRadius(radius);
  const both = women.members.value !== null && men.members.value !== null;
  const all = (women.members.value ?? 0) + (men.members.value ?? 0);
  const turn = both && all > 0 ? (2 * Math.PI * women.members.value!) / all : 0;
  return (
    <g>
      <path d={`M${end[0]} ${end[1]}L${x} ${y}`} stroke="var(--ink-3)" strokeWidth=".8" />
      <g transform={`translate(${x} ${y})`}>
        {both && all > 0 ? (
          <>
            <path
              d={slice({ startAngle: 0, endAngle: turn }) ?? ''}
              fill={WOMEN}
              stroke="var(--surface)"
              strokeWidth="1.4"
            />
            <path
              d={slice({ startAngle: turn, endAngle: 2 * Math.PI }) ?? ''}
              fill={MEN}
              stroke="var(--surface)"
              strokeWidth="1.4"
            />
          </>
        ) : (
          <circle r={SMALLEST} fill={`url(#${hatch})`} stroke="var(--line-strong)" strokeDasharray="3 2" />
        )}
      </g>
      <rect
        x={left - 8}
        y={top - 4}
        width={BOX + 16}
        height={TALL + 6}
        rx="6"
        fill="var(--surface)"
        stroke="#CBD3CD"
        strokeWidth=".7"
      />
      <text x={left} y={top + 14} fontSize="13" fontWeight="650" fill="var(--ink)">
        {name}
      </text>
      <path d={`M${left} ${top + 22}H${left + BOX}`} stroke="var(--line)" />
      <HeldLine name="Female" of={women} colour={WOMEN} x={left} y={top + 41} hatch={hatch} />
      <HeldLine name="Male" of={men} colour={MEN} x={left} y={top + 62} hatch={hatch} />
    </g>
  );
}

interface LineProps {
  name: string;
  of: Held;
  colour: string;
  x: number;
  y: number;
  hatch: string;
}
const HeldLine = ({ name, of: { members, average, partly }, colour, x, y, hatch }: LineProps) => (
  <g>
    <circle cx={x + 4} cy={y - 4} r="4.5" fill={colour} />
    <text x={x + 14} y={y} fontSize="12" fill="var(--ink-2)">
      {name}
    </text>
    {members.value === null ? (
      <>
        <rect x={x + 58} y={y - 11} width={BOX - 58} height="14" fill={`url(#${hatch})`} />
        <rect x={x + 66} y={y - 11} width="30" height="14" fill="var(--surface)" />
        <text x={x + 81} y={y} textAnchor="middle" fontSize="12" fill="var(--ink-2)">
          {members.withheld === '<11' ? '<11' : 'np'}
        </text>
      </>
    ) : (
      <>
        <text x={x + 86} y={y} textAnchor="end" fontSize="12.7" fontWeight="600" fill="var(--ink)">
          {number(members.value)}
        </text>
        {partly && (
          <text x={x + 87} y={y - 3} fontSize="11" fill="var(--ink-2)">
            a
          </text>
        )}
        <text x={x + BOX} y={y} textAnchor="end" fontSize="12.7" fill="var(--ink)">
          {average.value === null ? 'np' : dollars(Math.round(average.value))}
        </text>
      </>
    )}
  </g>
);

interface Gap {
  state: string;
  women: number;
  men: number;
  gap: number;
  /** The difference is not smaller than its margin. */
  clear: boolean;
}
function gapsOf(rows: readonly Row[]): Gap[] {
  return rows
    .flatMap(({ name, women, men }) => {
      const [w, m] = [women.average.value, men.average.value];
      const margin = Math.hypot(women.average.margin ?? 0, men.average.margin ?? 0);
      return w === null || m === null || m === 0
        ? []
        : [{ state: name, women: w, men: m, gap: (100 * (m - w)) / m, clear: Math.abs(m - w) >= margin }];
    })
    .toSorted((a, b) => b.gap - a.gap);
}

function Gaps({ gaps }: { gaps: readonly Gap[] }) {
  const row = 34;
  const values = gaps.flatMap(({ women, men }) => [women, men]);
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const x = (value: number) => 210 + ((value - low) / (high - low || 1)) * 330;
  const thousand = (value: number) => number(value / 1000, 1);
  const height = gaps.length * row + 6;
  return (
    <svg
      width="658"
      height={height}
      viewBox={`0 0 658 ${height}`}
      role="img"
      aria-label={`Average balance of women and men: ${gaps.map(({ state, women, men, gap }) => `${state} ${dollars(women)} and ${dollars(men)}, ${share(Math.abs(gap), 0)} ${gap > 0 ? 'less' : 'more'}`).join('; ')}`}
      className="block"
    >
      {gaps.map(({ state, women, men, gap, clear }, i) => {
        const y = i * row + row / 2 + 2;
        const womenLeft = women <= men;
        return (
          <g key={state} fontSize="12.7">
            <text x="0" y={y + 4} fontWeight="600" fill="var(--ink)">
              {state}
            </text>
            <path d={`M${x(women)} ${y}H${x(men)}`} stroke="#9AA6A0" strokeWidth="3" />
            <circle cx={x(women)} cy={y} r="6" fill={WOMEN} />
            <circle cx={x(men)} cy={y} r="6" fill={MEN} />
            <text
              x={x(women) + (womenLeft ? -11 : 11)}
              y={y + 4}
              textAnchor={womenLeft ? 'end' : 'start'}
              fill="var(--ink)"
            >
              {thousand(women)}
            </text>
            <text
              x={x(men) + (womenLeft ? 11 : -11)}
              y={y + 4}
              textAnchor={womenLeft ? 'start' : 'end'}
              fill="var(--ink)"
            >
              {thousand(men)}
            </text>
            <text x="658" y={y + 4} textAnchor="end" fontWeight="600" fill="var(--ink)">
              {clear ? `${gap > 0 ? '−' : '+'}${share(Math.abs(gap), 0)}` : '– not clear'}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

/** The whole plan over a hatched map, and one hatched field where a table would stand. */
function Undivided({ figures: { all, isSmall } }: { figures: Figures }) {
  const hatch = useHatch();
  return (
    <>
      <div className="relative">
        <svg
          width={WIDTH}
          height="436"
          viewBox={`0 0 ${WIDTH} 436`}
          role="img"
          aria-label="Australia, not divided by state"
          className="block"
        >
          <HatchPattern id={hatch} />
          {outlines.map(({ code, path }) => (
            <path
              key={code}
              d={path}
              fill={`url(#${hatch})`}
              stroke="var(--line-strong)"
              strokeWidth=".75"
              strokeLinejoin="round"
            />
          ))}
        </svg>
        <div
          className="absolute left-1/2 top-[150px] w-[270px] -translate-x-1/2 rounded-md border bg-surface px-5 py-4 text-center"
          style={{ borderColor: 'var(--line-strong)' }}
        >
          <p className="text-[13px] font-semibold text-ink-2">All of Australia</p>
          <p className="mt-1">
            <PrintedCount of={all.members} className="text-[34px] font-[620] leading-10 tracking-[-0.02em]" />{' '}
            <span className="text-ink-2">members</span>
          </p>
          <p className="text-[14px]">
            <Printed cell={all.average} format={dollars} className="font-semibold" /> average balance
          </p>
        </div>
      </div>
      <Card title="What is published" note="Members and average balance by state and gender">
        <table className="pcr-table mt-1">
          <thead>
            <tr>
              <th>State</th>
              <th>Female members</th>
              <th>Average balance</th>
              <th>Male members</th>
              <th>Average balance</th>
            </tr>
          </thead>
          <tbody>
            {STATES.map(([code, name], i) => (
              <tr key={code}>
                <td className="w-[140px]">{name}</td>
                {i === 0 && (
                  <td colSpan={4} rowSpan={STATES.length}>
                    <div className="pcr-hatched grid h-[186px] place-items-center rounded-[6px] border border-dashed border-line-strong">
                      <p className="rounded-[4px] bg-surface px-4 py-2 text-center text-ink-2">
                        <b className="block font-semibold text-ink">Not published</b>
                        {isSmall ? 'fewer than 30 members in the plan' : 'fewer than about 11 members in each group'}
                      </p>
                    </div>
                  </td>
                )}
              </tr>
            ))}
          </tbody>
        </table>
      </Card>
      <div className="mt-auto grid grid-cols-2 gap-[14px]">
        <Note title="From 30 members">
          at a quarter’s end the map shows every state in which a group has 11 members or more.
        </Note>
        <Note title="You know your own people.">
          The employer’s own records say who lives where; the fund adds balances only for groups.
        </Note>
      </div>
    </>
  );
}

export const stateMap = reportPage<Figures>({
  id: 'stateMap',
  number: '10',
  title: 'Gender and average balance state map',
  short: 'State map',
  useFigures: useStates,
  isPublished: ({ rows, all }) => rows !== null || isTold(all.members),
  sentence: ({ rows, isSmall, women, men }) =>
    balancesSentence({
      women: women.average,
      men: men.average,
      divided: rows === null ? (isSmall ? 'small' : 'few') : 'divided',
      gaps: rows === null ? [] : gapsOf(rows).filter(({ clear }) => clear),
    }),
  quarterEnd: ({ quarterEnd }) => quarterEnd,
  Body: StateMap,
});
