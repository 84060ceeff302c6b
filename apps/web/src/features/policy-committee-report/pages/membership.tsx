import { filterValues } from '@superscope/contracts/analytics/group-values';
import type { DimensionName, MeasureName } from '@superscope/contracts/analytics/names';
import { COUNT, monthlyQuery, newestQuery, SHARE, type View } from '../../../portal/analytics/figures-view';
import { mapLoaded, together } from '../../../portal/analytics/loaded';
import { label, NO_CELL, type Cell, type Change } from '../../../portal/analytics/result';
import { useFigures, type Answer } from '../../../portal/analytics/use-figures';
import { figureText, shareText } from '../../../portal/figures/figure-text';
import { seriesColour } from '../../../portal/figures/series-colour';
import { useDistribution, type Distribution } from '../../../portal/figures/use-distribution';
import { useMonthlyFlag, useMonthlyShare, type Published } from '../../../portal/figures/use-share';
import { firstOfMonth, lastOfMonth } from '../../../portal/period/period';
import { SEVERAL_PAYROLLS } from '../../../portal/filters/filter-rules';
import { date, number, share } from '../../../ui/format';
import { HatchPattern, useHatch } from '../../../ui/hatch-pattern';
import { Bars } from '../kit/bars';
import { Card, Key, Note } from '../kit/card';
import { Unpublished } from '../kit/line-chart';
import { PrintedChange, PrintedRing, ringLabel } from '../kit/printed';
import { headcountOf, tiedText } from '../kit/tied-parts';
import type { Report } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { membershipSentence } from '../sentences/people-sentences';
import { isTold, isTooSmall, trendOf, unlessRefused } from './figures';

const SALARY_GROUP: DimensionName = 'Member.salaryGroup';
const SACRIFICING: MeasureName = 'MemberSnapshot.salarySacrificeContributionsCount';
const TIMES = ['Under 1 year', '1 - 2 years', '3 - 5 years', '6 - 10 years', 'Over 10 years'] as const;
const SALARIES: Record<string, string> = {
  '<$30k': 'Under $30,000',
  $30k: '$30,000 to $65,000',
  $65k: '$65,000 to $100,000',
  $100k: '$100,000 to $150,000',
  $150k: '$150,000 to $250,000',
  '>$250k': 'Over $250,000',
  Unknown: 'Not known',
};
const INDIGO = ['#9FB4DA', '#7491C8', '#4F6DB0', '#384F8F', '#252F66'];

interface RingOf {
  title: string;
  share: Cell;
  count: Cell;
  change: Change | null;
  are: string;
  does: string;
}
interface Figures {
  /** The last day of what the rings and the time in the plan are of, yyyy-MM-dd. */
  end: string;
  /** The plan has too few members to be divided. */
  isSmall: boolean;
  rings: RingOf[];
  /** Null if the plan is not divided by public columns. */
  quarter: string | null;
  pyramid: { age: string; women: Cell; men: Cell }[];
  salaries: ({ name: string; key: string } & Published)[];
  /** The last day of the salaries where they are published of all members only, yyyy-MM-dd; otherwise null. */
  salariesOfAll: string | null;
  times: Distribution;
  /** Of the whole plan. */
  joined: Cell;
  left: Cell;
  /** How the counts of each card stand to the headcount of their own day; null where nothing is to be explained. */
  tied: Record<'people' | 'pay' | 'times', string | null>;
}

const byAgeAndGender = (view: View) => newestQuery(view, [COUNT], ['Member.ageGroup', 'Member.gender']);
const bySalary = (view: View) => newestQuery(view, [COUNT], [SALARY_GROUP]);
/** Where employers do not share one payroll, salary groups are published of the whole plan only, at every month's end. */
const bySalaryOfAll = (whole: View) =>
  monthlyQuery(
    { ...whole, dateRange: [firstOfMonth(whole.dateRange[1]), whole.dateRange[1]] },
    [COUNT, SHARE],
    [SALARY_GROUP],
  );
const flowsQuery = (view: View) =>
  monthlyQuery(view, [COUNT, SACRIFICING, 'MemberSnapshot.newMembers', 'MemberSnapshot.exitedMembers']);

/** A count as a share of all members, both published. */
function sharesOf(counts: Cell, all: Cell): Cell {
  if (counts.withheld !== null) return counts;
  return counts.value === null || !all.value
    ? NO_CELL
    : { ...NO_CELL, value: Math.min(100, (100 * counts.value) / all.value) };
}

const countOf = (answer: Answer | null, age: string, gender: string): Cell =>
  answer?.rows
    .find((row) => row.text('Member.ageGroup') === age && row.text('Member.gender') === gender)
    ?.cell(COUNT) ?? NO_CELL;

function salaryOf(answer: Answer | null, group: string): Published {
  const row = answer?.rows.find((each) => label(each.text(SALARY_GROUP) ?? 'Unknown') === group);
  return { count: row?.cell(COUNT) ?? NO_CELL, share: row?.cell(SHARE) ?? NO_CELL };
}

function sumOver(answer: Answer, measure: MeasureName): Cell {
  const { cells } = trendOf(answer, measure);
  const told = cells.slice(1);
  return told.length === 0 || told.some(({ value }) => value === null)
    ? NO_CELL
    : { ...NO_CELL, value: told.reduce((sum, { value }) => sum + value!, 0) };
}

function useMembership({ view, whole }: Report) {
  const { onePayroll } = whole;
  const all = together(
    useMonthlyShare(view, 'Member.noLifeInsurance', 'No'),
    useMonthlyFlag(view, 'lifecycleInvestment'),
    useMonthlyFlag(view, 'emailAddressProvided'),
    useFigures(view, flowsQuery),
    // Joiners and leavers are published of all members only.
    useFigures(whole, flowsQuery),
    unlessRefused(useFigures(view, byAgeAndGender)),
    unlessRefused(useFigures(onePayroll ? view : whole, onePayroll ? bySalary : bySalaryOfAll)),
    useDistribution(view, 'MemberSnapshot.timeInPlan', TIMES),
  );
  return mapLoaded(all, ([insured, lifestage, email, flows, ofPlan, people, pay, times]): Figures => {
    const sacrificing = trendOf(flows, SACRIFICING).newest;
    const headcount = trendOf(flows, COUNT);
    const members = headcount.newest;
    const quarter = people?.months.at(-1) ?? null;
    const pyramid = filterValues.ageGroup.toReversed().map((age) => ({
      age,
      women: countOf(people, age, 'Female'),
      men: countOf(people, age, 'Male'),
    }));
    const salaries = filterValues.salaryGroup.map((key) => ({
      key,
      name: SALARIES[key] ?? key,
      ...salaryOf(pay, key),
    }));
    return {
      end: view.dateRange[1],
      isSmall: isTooSmall(trendOf(ofPlan, COUNT).newest),
      rings: [
        { title: 'Insured', ...insured.newest, change: insured.change, are: 'insured', does: 'is insured' },
        {
          title: 'In lifestage investments',
          ...lifestage.newest,
          change: lifestage.change,
          are: 'in lifestage investments',
          does: 'is in lifestage investments',
        },
        {
          title: 'Salary sacrificing',
          share: sharesOf(sacrificing, members),
          count: sacrificing,
          change: null,
          are: 'sacrificing salary',
          does: 'sacrifices salary',
        },
        {
          title: 'Email registered',
          ...email.newest,
          change: email.change,
          are: 'reachable by email',
          does: 'is reachable by email',
        },
      ],
      quarter,
      pyramid,
      salaries,
      salariesOfAll: onePayroll ? null : whole.dateRange[1],
      times,
      joined: sumOver(ofPlan, 'MemberSnapshot.newMembers'),
      left: sumOver(ofPlan, 'MemberSnapshot.exitedMembers'),
      tied: {
        people: tiedText(
          pyramid.flatMap(({ women, men }) => [women, men]),
          headcountOf(headcount, quarter),
        ),
        pay: tiedText(
          salaries.map(({ count }) => count),
          headcountOf(onePayroll ? headcount : trendOf(ofPlan, COUNT), pay?.months.at(-1) ?? null),
        ),
        times: tiedText(
          times.series.map(({ monthly }) => monthly.at(-1)?.count ?? NO_CELL),
          members,
        ),
      },
    };
  });
}

const withTie = (note: string, tie: string | null) => (tie === null ? note : `${note}. ${tie}`);

const genders = [
  { name: 'Female', colour: seriesColour('gender', 'Female', 'light') },
  { name: 'Male', colour: seriesColour('gender', 'Male', 'light') },
];

function Membership({ figures, report: { asked } }: PageProps<Figures>) {
  const { end, isSmall, rings, quarter, pyramid, salaries, salariesOfAll, times, joined, left, tied } = figures;
  const divided = pyramid.some(({ women, men }) => isTold(women) || isTold(men));
  const note = quarter ? `Members, quarter end ${date(lastOfMonth(`${quarter}-01`))}` : 'Members, at quarter ends';
  const known = times.series.filter(({ name }) => name !== 'Unknown');
  const counted = known.some(({ monthly }) => isTold(monthly.at(-1)?.count ?? NO_CELL));
  const paidInCounts = salaries.some(({ count }) => isTold(count));
  const paid = paidInCounts || salaries.some(({ share: of }) => isTold(of));
  const timed = known.some(({ monthly }) => isTold(monthly.at(-1)?.share ?? NO_CELL));
  return (
    <>
      <div className="grid grid-cols-4 gap-[12px]">
        {rings.map(({ title, share: of, count, change }) => (
          <Card key={title} className="items-center !px-2 text-center">
            <h2 className="grid min-h-[34px] content-center text-[13.5px] font-semibold leading-[17px]">{title}</h2>
            <span role="img" aria-label={ringLabel(title, of)} className="mt-1">
              <PrintedRing of={of} size={100} width={12} className="!text-[17px]" />
            </span>
            <p className="mt-2 text-[12px] leading-[15px] text-ink-2">
              {count.value !== null && `${number(count.value)} members`}
            </p>
            <PrintedChange change={change} dense />
          </Card>
        ))}
      </div>
      <Card className="flex-1" title="Age and gender" note={withTie(note, tied.people)} right={<Key items={genders} />}>
        <div className="flex flex-1 flex-col justify-center pt-2">
          {divided ? (
            <Pyramid rows={pyramid} />
          ) : (
            <Unpublished>
              {isSmall
                ? 'Plans of fewer than 30 members are not divided by age or gender.'
                : 'Fewer than about 11 members in each group.'}
            </Unpublished>
          )}
        </div>
      </Card>
      <div className="grid grid-cols-2 gap-[14px]">
        <Card
          title="Salary a year"
          note={withTie(
            salariesOfAll === null ? note : `Members, ${date(salariesOfAll)}. ${SEVERAL_PAYROLLS}`,
            tied.pay,
          )}
        >
          <div className="mt-2">
            {paid ? (
              <Bars
                width={308}
                names={150}
                row={23}
                format={paidInCounts ? number : (value) => share(value, 0)}
                label={`Members by salary: ${salaries.map(({ name, count, share: of }) => `${name} ${paidInCounts ? figureText(count, number) : shareText(of)}`).join('; ')}`}
                rows={salaries.map(({ name, key, count, share: of }) => ({
                  name,
                  now: paidInCounts ? count : of,
                  colour: seriesColour('salary', key, 'light'),
                }))}
              />
            ) : (
              <Unpublished height={150}>Not divided by salary.</Unpublished>
            )}
          </div>
        </Card>
        <Card title="Time in the plan" note={withTie(`Members, ${date(end)}`, tied.times)}>
          <div className="my-auto pt-2">
            {timed ? (
              <Bars
                width={308}
                names={92}
                extras={counted ? 46 : 0}
                row={30}
                format={counted ? number : (value) => share(value, 0)}
                label={`Members by time in the plan: ${known.map(({ name, monthly }) => `${name} ${shareText(monthly.at(-1)?.share ?? NO_CELL)}`).join('; ')}`}
                rows={known.map(({ name, monthly }, i) => {
                  const { count = NO_CELL, share: of = NO_CELL } = monthly.at(-1) ?? {};
                  return {
                    name: name.replace(' - ', ' to '),
                    now: counted ? count : of,
                    colour: INDIGO[i] ?? 'var(--plot)',
                    ...(counted && { extra: of.withheld === null ? shareText(of, 1) : '' }),
                  };
                })}
              />
            ) : (
              <Unpublished height={150}>Too few members in each group.</Unpublished>
            )}
          </div>
        </Card>
      </div>
      {joined.value !== null && left.value !== null && (
        <Note title={asked.engagedOnly ? 'Turnover, all members.' : 'Turnover.'}>
          {number(left.value)} members left in the period, and {number(joined.value)} joined.
        </Note>
      )}
    </>
  );
}

const [WIDTH, ROW, MIDDLE, NAMES, STUB] = [658, 42, 320, 108, 36];

function Pyramid({ rows }: { rows: Figures['pyramid'] }) {
  const hatch = useHatch();
  const most = Math.max(1, ...rows.flatMap(({ women, men }) => [women.value ?? 0, men.value ?? 0]));
  const long = ({ value, withheld }: Cell) =>
    value === null ? (withheld ? STUB : 0) : Math.max(value > 0 ? 1.5 : 0, (value / most) * 190);
  const [left, right] = [MIDDLE - NAMES / 2, MIDDLE + NAMES / 2];
  return (
    <svg
      width={WIDTH}
      height={rows.length * ROW + 8}
      viewBox={`0 0 ${WIDTH} ${rows.length * ROW + 8}`}
      role="img"
      aria-label={`Members by age, women and men: ${rows.map(({ age, women, men }) => `${age} ${figureText(women, number)} and ${figureText(men, number)}`).join('; ')}`}
      className="block"
    >
      <HatchPattern id={hatch} />
      {rows.map(({ age, women, men }, i) => {
        const y = i * ROW + 4;
        const text = (of: Cell) => (of.withheld === 'np' ? 'np' : figureText(of, number));
        return (
          <g key={age} fontSize="12.7">
            <rect
              x={left - long(women)}
              y={y}
              width={long(women)}
              height={ROW - 6}
              fill={women.value === null ? `url(#${hatch})` : genders[0]!.colour}
            />
            <text x={left - long(women) - 6} y={y + 22} textAnchor="end" fontWeight="600" fill="var(--ink)">
              {text(women)}
            </text>
            <text x={MIDDLE} y={y + 22} textAnchor="middle" fontWeight="600" fill="var(--ink)">
              {age.replace(' - ', ' to ').replace('65+', '65 and over')}
            </text>
            <rect
              x={right}
              y={y}
              width={long(men)}
              height={ROW - 6}
              fill={men.value === null ? `url(#${hatch})` : genders[1]!.colour}
            />
            <text x={right + long(men) + 6} y={y + 22} fontWeight="600" fill="var(--ink)">
              {text(men)}
            </text>
          </g>
        );
      })}
      <path
        d={`M${left} 0V${rows.length * ROW + 4}M${right} 0V${rows.length * ROW + 4}`}
        stroke="var(--line-strong)"
        strokeWidth=".8"
      />
    </svg>
  );
}

export const membership = reportPage<Figures>({
  id: 'membership',
  number: '9',
  title: 'Membership data',
  useFigures: useMembership,
  isPublished: ({ rings, pyramid }) =>
    rings.some((ring) => isTold(ring.share)) || pyramid.some(({ women, men }) => isTold(women) || isTold(men)),
  sentence: ({ rings }) => membershipSentence(rings),
  Body: Membership,
});
