import type { MemberFlag } from '@superscope/contracts/analytics/member-names';
import type { RankedMonth } from '@superscope/contracts/plan-ranking';
import type { ScoredArea } from '@superscope/contracts/super-score';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { COUNT } from '../../../portal/analytics/figures-view';
import { mapLoaded, together, type Loaded } from '../../../portal/analytics/loaded';
import type { Cell, Change } from '../../../portal/analytics/result';
import { useFigures } from '../../../portal/analytics/use-figures';
import { ATTENTION_SCORE, ATTENTION_SHARE } from '../../../portal/figures/scored-areas';
import { useScore, type Score } from '../../../portal/figures/use-score';
import { useMonthlyFlag, usePeriodFlag, windowOf, type ShareFigures } from '../../../portal/figures/use-share';
import { cx } from '../../../ui/class-names';
import { date, dollars, number, shortDollars } from '../../../ui/format';
import { capital, inWords } from '../../../ui/in-words';
import { Stars } from '../../../ui/stars';
import { Card, Heading, Note } from '../kit/card';
import { Held, Printed, PrintedChange, PrintedShare } from '../kit/printed';
import { AreaBar } from '../kit/share-bar';
import type { Report } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { QUARTILES } from '../sentences/ranking-sentence';
import { glanceSentence } from '../sentences/small-sentences';
import { ASSETS, AVERAGE, isTold, trendOf, trendsQuery, useLoggedIn, type Trend } from './figures';
import { useAreas, warnsOf, type AreaOfReport } from './fund-fitness';
import { useFund } from './fund';
import { MOST_POINTS, plansOf, useRanking } from './plan-ranking';
import { sumOfCells } from './quarters';

interface Figures {
  score: Score;
  members: Trend;
  assets: Trend;
  average: Trend;
  /** Over the period. */
  joined: Cell;
  left: Cell;
  areas: readonly AreaOfReport[];
  activity: readonly { name: string; share: Cell }[];
  /** Null where plans are not ranked. */
  ranked: RankedMonth | null;
}

/** What a fund and an employer can do about an area. */
const HELP: Record<ScoredArea, { helps: string; decide: string }> = {
  nominatedBeneficiary: { helps: 'A form at the next staff meeting', decide: 'Ask everybody for a nomination' },
  accountBalance: { helps: 'Help with bringing super together', decide: 'Help members to bring other super together' },
  lifeInsurance: { helps: 'A talk on cover, from the fund', decide: 'Ask the fund to explain cover on site' },
  investmentApproach: { helps: 'The risk profile online', decide: 'Ask members to complete the risk profile' },
  retirementAdequacy: { helps: 'Salary sacrifice through payroll', decide: 'Offer salary sacrifice through payroll' },
};

const FLAGS: readonly [string, MemberFlag][] = [
  ['Mobile number', 'mobileNumberProvided'],
  ['Email address', 'emailAddressProvided'],
  ['Tax file number', 'taxFileNumberProvided'],
  ['Voluntary contributions', 'makingVoluntaryContributions'],
  ['Approaching the cap', 'approachingConcessionalCap'],
  ['Risk profile assessed', 'riskProfileAssessmentCompleted'],
  ['Insurance indicator', 'insuranceIndicatorCompleted'],
  ['Consolidation verified', 'consolidationVerified'],
];

function useGlance(report: Report): Loaded<Figures> {
  const { whole } = report;
  const flags = together(
    useMonthlyFlag(whole, FLAGS[0]![1]),
    useMonthlyFlag(whole, FLAGS[1]![1]),
    useMonthlyFlag(whole, FLAGS[2]![1]),
    useMonthlyFlag(whole, FLAGS[3]![1]),
    useMonthlyFlag(whole, FLAGS[4]![1]),
    useMonthlyFlag(whole, FLAGS[5]![1]),
    useMonthlyFlag(whole, FLAGS[6]![1]),
    useMonthlyFlag(whole, FLAGS[7]![1]),
  );
  const all = together(
    useScore(whole),
    useFigures(whole, trendsQuery),
    useFund(whole),
    useAreas(whole),
    flags,
    useLoggedIn({ ...report, view: whole }),
    usePeriodFlag(whole, 'contactRequested'),
    useRanking(report),
  );
  return mapLoaded(all, ([score, trends, fund, areas, shares, loggedIn, contact, ranking]) => {
    const windowed = (name: string, of: ShareFigures) => ({ name: `${name}, ${windowOf(of)}`, share: of.newest.share });
    const newest = ranking.at(-1);
    return {
      score,
      members: trendOf(trends, COUNT),
      assets: trendOf(trends, ASSETS),
      average: trendOf(trends, AVERAGE),
      joined: sumOfCells(fund.joined.slice(1)),
      left: sumOfCells(fund.left.slice(1)),
      areas,
      activity: [
        ...FLAGS.map(([name], i) => ({ name, share: shares[i]!.newest.share })),
        windowed('Logged in', loggedIn),
        windowed('Contact requested', contact),
      ],
      ranked: newest === undefined || newest.sum === null ? null : newest,
    };
  });
}

/** Shares of fewer members are in whole tens. */
const TENS_UNDER = 50;
const DECISIONS = 3;
/** Lines of a column of activities. */
const HALF = 5;

function Glance({ report: { period }, figures }: PageProps<Figures>) {
  const { score, members, assets, average, joined, left, areas, activity, ranked } = figures;
  const count = members.newest.value;
  const lowest = areas
    .filter((area) => area.score.value !== null)
    .toSorted((a, b) => a.score.value! - b.score.value!)
    .slice(0, DECISIONS);
  return (
    <>
      <div className="grid grid-cols-[1.5fr_1fr_1fr_1fr] gap-[10px]">
        <Card title="SuperScore">
          <p className="mt-1 flex items-center gap-2">
            {score.score.value === null ? (
              <Held reason={score.score.withheld ?? 'np'} />
            ) : (
              <>
                <span className="text-[28px] font-[620] leading-9">{number(score.score.value, 2)}</span>
                <Stars value={score.score.value} size={20} />
              </>
            )}
          </p>
          <PrintedChange change={score.change} as="own" digits={2} />
        </Card>
        <Tile title="Members" of={members.newest} format={number}>
          <span className="text-[12px] text-ink-3">
            {told(joined)} joined, {told(left)} left
          </span>
        </Tile>
        <Tile title="Assets" of={assets.newest} format={shortDollars} change={assets.change} />
        <Tile title="Average balance" of={average.newest} format={dollars} change={average.change} />
      </div>
      <section aria-label="Where members may need help">
        <Heading>Where members may need help</Heading>
        <table className="pcr-table mt-1">
          <thead>
            <tr>
              <th>Area</th>
              <th className="!text-left">Share of members</th>
              <th className="w-[110px] !text-left">attention above {ATTENTION_SHARE}%</th>
              <th>Score of 1</th>
              <th className="!text-left">What helps</th>
            </tr>
          </thead>
          <tbody>
            {areas.map((area) => (
              <AreaRow key={area.area.key} of={area} />
            ))}
          </tbody>
        </table>
      </section>
      <Card title="Member activity" note={`Share of members at ${date(period.end)}`}>
        <div className="mt-1 grid grid-cols-2 gap-x-[28px]">
          {[activity.slice(0, HALF), activity.slice(HALF)].map((half, i) => (
            <table key={i} className="pcr-table">
              <tbody>
                {half.map(({ name, share }) => (
                  <tr key={name}>
                    <td>{name}</td>
                    <td className="h-[34px] !py-0 !font-semibold">
                      <PrintedShare of={share} dense />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          ))}
        </div>
      </Card>
      <div className={cx('grid gap-[14px]', ranked !== null && 'grid-cols-[1.3fr_1fr]')}>
        <Card
          title={`${capital(inWords(lowest.length))} ${lowest.length === 1 ? 'thing' : 'things'} to decide`}
          note="The areas with the lowest scores first"
        >
          <ol className="mt-1">
            {lowest.map(({ area, score: { value } }, i) => (
              <li key={area.key} className="grid grid-cols-[22px_1fr_auto] py-1.5">
                <b className="text-[15px] font-[620] text-brand">{i + 1}</b>
                <b className="font-semibold">{HELP[area.key].decide}</b>
                <span className="text-ink-2">
                  {area.name}, {number(value!, 2)} of 1
                </span>
              </li>
            ))}
          </ol>
        </Card>
        {ranked !== null && <Rank of={ranked} />}
      </div>
      {count !== null && (
        <Note className="mt-auto" title={`A plan of ${number(count)} members.`}>
          {count < TENS_UNDER && 'Shares are in whole tens and without a number of members. '}
          {average.newest.margin !== null &&
            `A change of the average balance under ${dollars(average.newest.margin)} would not be clear. `}
          What this report leaves out, and from how many members it would be shown, stands on the next page.
        </Note>
      )}
    </>
  );
}

const told = ({ value }: Cell) => (value === null ? 'np' : number(value));

interface TileProps {
  title: string;
  of: Cell;
  format: (value: number) => string;
  change?: Change | null;
  children?: ReactNode;
}
const Tile = ({ title, of, format, change = null, children }: TileProps) => (
  <Card title={title}>
    <p className="mt-1">
      <Printed cell={of} format={format} className="pcr-metric" />
    </p>
    <PrintedChange change={change} as="percent" />
    {children}
  </Card>
);

function AreaRow({ of: { area, figures, score } }: { of: AreaOfReport }) {
  const warns = warnsOf(figures);
  const low = score.value !== null && score.value < ATTENTION_SCORE;
  return (
    <tr>
      <td className="h-[36px] !py-0 !font-semibold">{area.concern}</td>
      <td className="!text-left">
        <span className="inline-flex items-center gap-1.5">
          <PrintedShare of={figures.newest.share} dense />
          {warns && <TriangleAlert size={15} className="text-attention" role="img" aria-label="Needs attention" />}
        </span>
      </td>
      <td>
        <AreaBar of={figures.newest.share} warns={warns} height={8} />
      </td>
      <td className={cx('!font-semibold', low && 'text-attention')}>
        {score.value === null ? <Held reason={score.withheld ?? 'np'} dense /> : number(score.value, 2)}
      </td>
      <td className="!whitespace-normal !text-left text-ink-2">{HELP[area.key].helps}</td>
    </tr>
  );
}

const Rank = ({ of }: { of: RankedMonth }) => (
  <Card
    className="flex-1"
    title={`Among ${number(plansOf(of))} plans`}
    note={`Three shares, each ranked from 0 to 100 points, as at ${of.month.slice(5, 7)}/${of.month.slice(0, 4)}`}
  >
    <p className="mt-2">
      <span className="pcr-metric">{number(of.sum!)}</span>{' '}
      <span className="text-ink-2">
        of {MOST_POINTS} points{of.quartile && `, ${QUARTILES[of.quartile]} quartile`}
      </span>
    </p>
  </Card>
);

/** The first page of figures of a small plan: all that is published of its members. */
export const atAGlance = reportPage<Figures>({
  id: 'atAGlance',
  number: '2',
  title: 'The plan at a glance',
  useFigures: useGlance,
  isPublished: ({ score, members }) => isTold(score.score) || isTold(members.newest),
  sentence: ({ score, members, areas }) =>
    glanceSentence(
      score.score,
      members.newest,
      areas.map(({ figures }) => figures.newest.share),
    ),
  ofAllMembers: true,
  Body: Glance,
});
