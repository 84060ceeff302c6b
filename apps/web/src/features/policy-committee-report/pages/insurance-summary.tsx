import { filterValues } from '@superscope/contracts/analytics/group-values';
import type { MeasureName } from '@superscope/contracts/analytics/names';
import { COUNT, monthlyQuery, newestQuery, type View } from '../../../portal/analytics/figures-view';
import { mapLoaded, together } from '../../../portal/analytics/loaded';
import { changeOf, NO_CELL, type Cell, type Change } from '../../../portal/analytics/result';
import { useFigures } from '../../../portal/analytics/use-figures';
import { useDistribution, type Distribution } from '../../../portal/figures/use-distribution';
import { useMonthlyFlag, useMonthlyShare, type ShareFigures } from '../../../portal/figures/use-share';
import { figureText } from '../../../portal/figures/figure-text';
import { seriesColour } from '../../../portal/figures/series-colour';
import { lastOfMonth } from '../../../portal/period/period';
import { date, dollars, longMonth, number, share } from '../../../ui/format';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';
import { Card, Note, Swatch } from '../kit/card';
import { Columns } from '../kit/columns';
import { Unpublished } from '../kit/line-chart';
import { Printed, PrintedChange, PrintedCount, PrintedShare } from '../kit/printed';
import type { Report } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { insuranceSentence } from '../sentences/people-sentences';
import { isTold, trendOf, unlessRefused, type Trend } from './figures';
import { IndicatorDoughnut, INDICATOR } from './life-insurance';

const COVER: MeasureName = 'MemberSnapshot.averageLifeInsuranceCover';
const PREMIUM: MeasureName = 'MemberSnapshot.averageInsurancePremium';
const COVERS = ['death', 'tpd', 'sci'] as const;
const COVER_NAMES = { death: 'Death', tpd: 'Total and permanent disablement', sci: 'Salary continuance' } as const;
const MONTHS_A_YEAR = 12;
const yearly = (of: Cell): Cell => ({
  ...of,
  value: of.value === null ? null : of.value * MONTHS_A_YEAR,
  margin: of.margin === null ? null : of.margin * MONTHS_A_YEAR,
});

interface Group {
  name: string;
  members: Cell;
  cover: Cell;
  premium: Cell;
}
interface Figures {
  covers: { name: string; share: Cell; count: Cell }[];
  none: ShareFigures;
  insured: ShareFigures;
  indicator: Distribution;
  /** yyyy-MM of the quarter end, and its age groups; empty if they are not published. */
  quarter: string | null;
  groups: Group[];
  cover: Trend;
  premium: Trend;
  completed: ShareFigures;
}

const measures = COVERS.flatMap((each): MeasureName[] => [
  `MemberSnapshot.${each}CoverPercent`,
  `MemberSnapshot.${each}CoverCount`,
]);
const coverQuery = (view: View) => monthlyQuery(view, [...measures, COVER, PREMIUM]);
const byAge = (view: View) => newestQuery(view, [COUNT, COVER, PREMIUM], ['Member.ageGroup']);

function useInsurance({ view }: Report) {
  const all = together(
    useFigures(view, coverQuery),
    unlessRefused(useFigures(view, byAge)),
    useMonthlyFlag(view, 'noLifeInsurance'),
    useMonthlyShare(view, 'Member.noLifeInsurance', 'No'),
    useDistribution(view, 'Member.lifeInsuranceIndicatorResult', INDICATOR),
    useMonthlyFlag(view, 'insuranceIndicatorCompleted'),
  );
  return mapLoaded(all, ([answer, ages, none, insured, indicator, completed]): Figures => {
    const premium = trendOf(answer, PREMIUM);
    return {
      covers: COVERS.map((each) => ({
        name: COVER_NAMES[each],
        share: trendOf(answer, `MemberSnapshot.${each}CoverPercent`).newest,
        count: trendOf(answer, `MemberSnapshot.${each}CoverCount`).newest,
      })),
      none,
      insured,
      indicator,
      quarter: ages?.months.at(-1) ?? null,
      groups: filterValues.ageGroup.map((name) => {
        const row = ages?.rows.find((each) => each.text('Member.ageGroup') === name);
        return {
          name,
          members: row?.cell(COUNT) ?? NO_CELL,
          cover: row?.cell(COVER) ?? NO_CELL,
          premium: yearly(row?.cell(PREMIUM) ?? NO_CELL),
        };
      }),
      cover: trendOf(answer, COVER),
      premium: {
        ...premium,
        cells: premium.cells.map(yearly),
        newest: yearly(premium.newest),
        change: changeOf(premium.cells.map(yearly)),
      },
      completed,
    };
  });
}

function InsuranceSummary({ figures }: PageProps<Figures>) {
  const { covers, none, indicator, quarter, groups, cover, premium, completed } = figures;
  const since = cover.months[0];
  const bars = [
    ...covers.map((each) => ({ ...each, isGood: true })),
    { name: 'No death cover', ...none.newest, isGood: false },
  ];
  const grouped = groups.some((group) => isTold(group.cover) || isTold(group.premium));
  return (
    <>
      <div className="grid grid-cols-2 gap-[14px]">
        <Card title="Who has which cover" note="Share of members; a member can have several">
          <div className="mt-2 flex flex-1 flex-col justify-between gap-2">
            {bars.map(({ name, share: of, count, isGood }) => (
              <CoverBar key={name} name={name} of={of} count={count} colour={isGood ? 'var(--plot)' : '#B85636'} />
            ))}
          </div>
        </Card>
        <Card title="Does the cover meet the need?" note="Insurance indicator, of members whose need is known">
          <div className="mx-auto mt-2">
            <IndicatorDoughnut main={indicator} height={122} />
          </div>
          <ul className="mt-2 grid grid-cols-2 gap-x-4 text-[12px] leading-[17px]">
            {indicator.series
              .filter(({ name }) => name !== 'Unknown')
              .map(({ name, monthly }) => (
                <li key={name} className="flex items-center gap-1.5">
                  <Swatch colour={seriesColour('insurance', name, 'light')} />
                  <span className="flex-1">{name}</span>
                  <b className="font-semibold">{shortShare(monthly.at(-1)?.share ?? NO_CELL)}</b>
                </li>
              ))}
          </ul>
        </Card>
      </div>
      <Card
        className="flex-1"
        title="Cover and premium by age"
        note={
          quarter
            ? `Quarter end ${date(lastOfMonth(`${quarter}-01`))}; averages of members whose cover is known, in groups of 100 or more`
            : 'At quarter ends'
        }
      >
        {grouped ? (
          <div className="mt-3 grid flex-1 grid-cols-2 content-center gap-5">
            <ByAge
              title="Average death cover, $ thousand"
              groups={groups}
              of={(group) => group.cover}
              format={(value) => number(value / 1000)}
            />
            <ByAge title="Average premium a year, $" groups={groups} of={(group) => group.premium} format={number} />
          </div>
        ) : (
          <div className="flex flex-1 flex-col pt-2">
            <Unpublished>Averages by age are published of groups of 100 members or more.</Unpublished>
          </div>
        )}
      </Card>
      <div className="grid grid-cols-3 gap-[14px]">
        <Fact of={cover.newest} change={cover.change} format={dollars} what="average death cover" since={since} />
        <Fact
          of={premium.newest}
          change={premium.change}
          format={dollars}
          what="average premium a year"
          since={since}
          good="neutral"
        />
        <Card>
          <p>
            <PrintedCount of={completed.newest.count} className="pcr-metric" />
          </p>
          <p className="text-ink-2">members completed the insurance indicator</p>
          <PrintedChange change={completed.change} />
        </Card>
      </div>
      <Note title="What is counted.">
        Averages count members without cover as $0. np: fewer than 100 members in the group, too few for an average of
        an amount that not everybody has. Numbers of members are adjusted each by itself, so groups may not add up.
      </Note>
    </>
  );
}

/** A share where a chip has no room. */
const shortShare = (of: Cell) => (of.withheld === 'np' ? 'np' : figureText(of, (value) => share(value, 1)));

interface CoverProps {
  name: string;
  of: Cell;
  count: Cell;
  colour: string;
}
function CoverBar({ name, of, count, colour }: CoverProps) {
  const hatch = useHatch();
  const known = of.value !== null && of.about !== 'least';
  return (
    <div>
      <p className="flex justify-between leading-[18px]">
        <span>{name}</span>
        <span>
          <PrintedShare of={of} className="font-semibold" dense />
          {count.value !== null && <span className="text-ink-3"> {number(count.value)}</span>}
        </span>
      </p>
      <svg width="100%" height="9" aria-hidden className="mt-0.5 block">
        <HatchPattern id={hatch} />
        <rect width="100%" height="9" fill={known ? 'var(--track)' : `url(#${hatch})`} />
        {of.value !== null && <rect width={`${of.value}%`} height="9" fill={colour} />}
      </svg>
    </div>
  );
}

interface ByAgeProps {
  title: string;
  groups: readonly Group[];
  of: (group: Group) => Cell;
  format: (value: number) => string;
}
const AGE_NAMES: Record<string, string> = {
  '30 and below': 'to 30',
  '31 - 44': '31 to 44',
  '45 - 54': '45 to 54',
  '55 - 64': '55 to 64',
};
const ByAge = ({ title, groups, of, format }: ByAgeProps) => (
  <div>
    <h3 className="mb-2 text-[12.7px] font-semibold">{title}</h3>
    <Columns
      width={315}
      height={252}
      format={format}
      label={`${title} by age: ${groups.map((group) => `${group.name} ${figureText(of(group), format)}`).join('; ')}`}
      columns={groups.map((group) => ({
        name: AGE_NAMES[group.name] ?? group.name,
        note:
          group.members.value === null
            ? figureText(group.members, number).replace('not published', 'np')
            : number(group.members.value),
        cell: of(group),
      }))}
    />
    <p className="text-[12px] leading-[14px] text-ink-3">members in the group</p>
  </div>
);

interface FactProps {
  of: Cell;
  change: Change | null;
  format: (value: number) => string;
  what: string;
  since: string | undefined;
  good?: 'up' | 'neutral';
}
const Fact = ({ of, change, format, what, since, good = 'up' }: FactProps) => (
  <Card>
    <p>
      <Printed cell={of} format={format} className="pcr-metric" />
    </p>
    <p className="text-ink-2">{what}</p>
    <p className="text-[12px] text-ink-3">
      <PrintedChange change={change} as="percent" good={good} />
      {change?.clear && since && ` since ${longMonth(since)}`}
    </p>
  </Card>
);

export const insuranceSummary = reportPage<Figures>({
  id: 'insuranceSummary',
  number: '8',
  title: 'Insurance summary',
  useFigures: useInsurance,
  isPublished: ({ covers, insured }) => isTold(insured.newest.share) || covers.some((each) => isTold(each.share)),
  sentence: ({ insured, indicator }) =>
    insuranceSentence(
      insured.newest.share,
      indicator.series.find(({ name }) => name === 'On target')?.monthly.at(-1)?.share ?? NO_CELL,
    ),
  Body: InsuranceSummary,
});
