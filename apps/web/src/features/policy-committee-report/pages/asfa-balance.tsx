import type { AsfaTargetsAnswer } from '@superscope/contracts/asfa-targets';
import type { DimensionName } from '@superscope/contracts/analytics/names';
import { COUNT, newestQuery, type View } from '../../../portal/analytics/figures-view';
import { loadedOf, mapLoaded, together, type Loaded } from '../../../portal/analytics/loaded';
import { NO_CELL, type Cell } from '../../../portal/analytics/result';
import { useFigures } from '../../../portal/analytics/use-figures';
import { baseApi } from '../../../portal/api/base.api';
import { lastOfMonth, quarterEndBefore } from '../../../portal/period/period';
import { ticks } from '../../../ui/axis';
import { date, dollars, number } from '../../../ui/format';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';
import { Key, Note } from '../kit/card';
import type { Report } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { asfaSentence } from '../sentences/asfa-sentence';
import { AVERAGE, isTold, unlessRefused } from './figures';

const asfaApi = baseApi.injectEndpoints({
  endpoints: (build) => ({
    asfaTargets: build.query<AsfaTargetsAnswer, string>({
      query: (on) => ({ url: 'api/calculationVariables/asfaTargets', params: { on } }),
      providesTags: ['Settings'],
    }),
  }),
});

const BIRTH: DimensionName = 'Member.birthGroup';
const byBirth = (view: View) => newestQuery(view, [COUNT, AVERAGE], [BIRTH]);

interface Group {
  /** 1950 - 1954 */
  birthGroup: string;
  members: Cell;
  average: Cell;
  /** Dollars. */
  target: number;
}
interface Figures {
  /** Of the targets; null without any. */
  validFrom: string | null;
  /** The last day of the quarter (yyyy-MM-dd). */
  quarterEnd: string;
  groups: Group[];
  /** Members of the other groups, by group. */
  others: { birthGroup: string; members: Cell }[];
}

function useTargets(on: string): Loaded<AsfaTargetsAnswer> {
  const answer = asfaApi.useAsfaTargetsQuery(on);
  return loadedOf(answer, answer.currentData);
}

function useAsfa({ whole }: Report): Loaded<Figures> {
  const end = quarterEndBefore(whole.dateRange[1]);
  const all = together(unlessRefused(useFigures(whole, byBirth)), useTargets(end));
  return mapLoaded(all, ([answer, { validFrom, groups }]): Figures => {
    const rows = answer?.rows ?? [];
    const quarter = answer?.months.at(-1);
    const isGroup = (name: string | null) => groups.some(({ birthGroup }) => birthGroup === name);
    return {
      validFrom,
      quarterEnd: quarter === undefined ? end : lastOfMonth(`${quarter}-01`),
      groups: groups.map(({ birthGroup, target }) => {
        const row = rows.find((each) => each.text(BIRTH) === birthGroup);
        return { birthGroup, target, members: row?.cell(COUNT) ?? NO_CELL, average: row?.cell(AVERAGE) ?? NO_CELL };
      }),
      others: rows.flatMap((row) => {
        const birthGroup = row.text(BIRTH);
        return birthGroup === null || isGroup(birthGroup) ? [] : [{ birthGroup, members: row.cell(COUNT) }];
      }),
    };
  });
}

/** The average as a share (percent) of the target; null if it is not published. */
const shareOf = ({ average: { value }, target }: Group) => (value === null ? null : (100 * value) / target);
const bornText = (group: string) => group.replace(' - ', ' to ');

function AsfaBalance({ figures: { validFrom, quarterEnd, groups, others } }: PageProps<Figures>) {
  const told = groups.filter(({ members }) => isTold(members));
  const most = Math.max(...groups.map(({ target }) => target));
  const rest = others.filter(({ members }) => isTold(members));
  return (
    <>
      <Key
        items={[
          { name: 'Average balance', colour: 'var(--plot)' },
          { name: 'ASFA target at that age', colour: 'var(--ink)' },
          { name: 'What is missing', colour: MISSING },
        ]}
      />
      <Bars groups={groups} year={Number(quarterEnd.slice(0, 4))} />
      <div className="mt-auto grid grid-cols-3 gap-[14px]">
        <Note title="Only what we know.">
          Balances are those held in this plan. Many members have super elsewhere, and the target is for all of it.
        </Note>
        <Note title="The target">
          is ASFA’s{validFrom !== null && ` of ${date(validFrom)}`}: the balance at each age that leads to a comfortable
          retirement, {dollars(most)} for the oldest.
        </Note>
        <Note title="Who is in it.">
          {number(told.reduce((sum, { members }) => sum + members.value!, 0))} members born 1950 to 1999, in groups of
          five years of birth
          {rest.map(({ birthGroup, members }) => `; ${OTHERS[birthGroup] ?? birthGroup}: ${number(members.value!)}`)}.
          Each number is adjusted by itself.
        </Note>
      </div>
    </>
  );
}

const OTHERS: Record<string, string> = {
  'Before 1950': 'born before 1950',
  '2000 and later': 'born later',
  Unknown: 'without a date of birth',
};
const MISSING = '#F1E2D3';
const LOW = 50;
const [WIDTH, HEAD, ROW, BAR] = [688, 30, 60, 22];
const COLUMN = { age: 104, members: 206, bar: 226, average: 616 } as const;
const BAR_ROOM = 300;

/** A row for each group. What is not published is hatched up to its target. */
function Bars({ groups, year }: { groups: readonly Group[]; year: number }) {
  const hatch = useHatch();
  const levels = ticks(0, Math.max(...groups.flatMap(({ target, average }) => [target, average.value ?? 0])) / 1000);
  const x = (value: number) => COLUMN.bar + (value / 1000 / levels.at(-1)!) * BAR_ROOM;
  const height = HEAD + groups.length * ROW + 24;
  const label = groups
    .map((group) => {
      const share = shareOf(group);
      const average = share === null ? 'not published' : `${dollars(group.average.value!)}, ${number(share)}%`;
      return `born ${bornText(group.birthGroup)}: ${average} of ${dollars(group.target)}`;
    })
    .join('; ');
  return (
    <svg
      width={WIDTH}
      height={height}
      viewBox={`0 0 ${WIDTH} ${height}`}
      role="img"
      aria-label={label}
      className="block"
    >
      <HatchPattern id={hatch} />
      <g fontSize="12" fontWeight="600" fill="var(--ink-2)">
        <text y="16">Born</text>
        <text x={COLUMN.age} y="16">
          Age
        </text>
        <text x={COLUMN.members} y="16" textAnchor="end">
          Members
        </text>
        <text x={COLUMN.bar} y="16">
          Average and target, $ thousand
        </text>
        <text x={COLUMN.average} y="16" textAnchor="end">
          Average
        </text>
        <text x={WIDTH} y="16" textAnchor="end">
          Of target
        </text>
      </g>
      {levels.map((level) => (
        <g key={level}>
          <path
            d={`M${x(level * 1000)} ${HEAD}V${height - 22}`}
            stroke={level === 0 ? 'var(--line-strong)' : 'var(--grid)'}
          />
          <text x={x(level * 1000)} y={height - 6} textAnchor="middle" fontSize="12" fill="var(--ink-3)">
            {number(level)}
          </text>
        </g>
      ))}
      {groups.map((group, i) => {
        const { birthGroup, members, average, target } = group;
        const share = shareOf(group);
        const top = HEAD + i * ROW;
        const [middle, bar] = [top + ROW / 2, top + (ROW - BAR) / 2];
        const [from, to] = birthGroup.split(' - ').map(Number) as [number, number];
        const isEmpty = members.value === null && members.withheld === null;
        return (
          <g key={birthGroup} fontSize="12.7" fill="var(--ink)">
            <path d={`M0 ${top}H${WIDTH}`} stroke="var(--line)" strokeWidth=".7" />
            <text y={middle + 4.5} fontWeight="600">
              {bornText(birthGroup)}
            </text>
            <text x={COLUMN.age} y={middle + 4.5} fill="var(--ink-2)">
              {year - to} to {year - from}
            </text>
            <text x={COLUMN.members} y={middle + 4.5} textAnchor="end">
              {isEmpty ? '0' : (members.withheld ?? number(members.value!))}
            </text>
            {share !== null && (
              <>
                <rect x={COLUMN.bar} y={bar} width={Math.max(0, x(target) - COLUMN.bar)} height={BAR} fill={MISSING} />
                <rect x={COLUMN.bar} y={bar} width={x(average.value!) - COLUMN.bar} height={BAR} fill="var(--plot)" />
              </>
            )}
            {share === null && !isEmpty && (
              <>
                <rect x={COLUMN.bar} y={bar} width={x(target) - COLUMN.bar} height={BAR} fill={`url(#${hatch})`} />
                <text
                  x={COLUMN.bar + 10}
                  y={middle + 4.5}
                  fontSize="12"
                  stroke="var(--surface)"
                  strokeWidth="4"
                  paintOrder="stroke"
                >
                  {x(target) - COLUMN.bar > 90 ? 'not published' : 'np'}
                </text>
              </>
            )}
            <rect x={x(target) - 1.5} y={bar - 5} width="3" height={BAR + 10} fill="var(--ink)" />
            <text
              x={Math.max(x(target), average.value === null ? 0 : x(average.value)) + 7}
              y={middle + 4.5}
              fontSize="12"
              fill="var(--ink-2)"
              stroke="var(--surface)"
              strokeWidth="3"
              paintOrder="stroke"
            >
              {number(Math.round(target / 1000))}
            </text>
            <text x={COLUMN.average} y={middle + 4.5} textAnchor="end" fontWeight="600">
              {average.value === null ? (isEmpty ? '–' : 'np') : dollars(average.value)}
            </text>
            <text
              x={WIDTH}
              y={middle + 4.5}
              textAnchor="end"
              fontWeight="600"
              fill={share !== null && share < LOW ? 'var(--attention)' : 'var(--ink)'}
            >
              {share === null ? (isEmpty ? '–' : 'np') : `${number(Math.round(share))}%`}
            </text>
          </g>
        );
      })}
    </svg>
  );
}

export const asfaBalance = reportPage<Figures>({
  id: 'asfaBalance',
  number: '7',
  title: 'ASFA balance',
  useFigures: useAsfa,
  isPublished: ({ groups }) => groups.some(({ average }) => isTold(average)),
  sentence: ({ groups }) =>
    asfaSentence(
      groups.flatMap((group) => shareOf(group) ?? []),
      groups.length,
    ),
  ofAllMembers: true,
  quarterEnd: ({ quarterEnd }) => quarterEnd,
  Body: AsfaBalance,
});
