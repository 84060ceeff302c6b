import type { MemberFlag } from '@superscope/contracts/analytics/member-names';
import type { ReactNode } from 'react';
import { mapLoaded, together } from '../../../portal/analytics/loaded';
import { useCapNote } from '../../../portal/analytics/use-cap-note';
import { COUNT } from '../../../portal/analytics/figures-view';
import { series } from '../../../portal/analytics/result';
import { useFigures } from '../../../portal/analytics/use-figures';
import { markersOf } from '../../../portal/campaigns/markers';
import { figureText } from '../../../portal/figures/figure-text';
import { underAim } from '../../../portal/figures/score-text';
import { useScore, type Score } from '../../../portal/figures/use-score';
import { SCORE, useScores } from '../../../portal/figures/use-scores';
import { useMonthlyFlag, windowOf, type ShareFigures } from '../../../portal/figures/use-share';
import { dollars, month, number, shortDollars } from '../../../ui/format';
import { Card, Heading } from '../kit/card';
import { MarkerKey } from '../kit/line-chart';
import { Printed, PrintedChange, PrintedRing, ringLabel } from '../kit/printed';
import { ScoreCard } from '../kit/score-card';
import { Sparkline } from '../kit/sparkline';
import type { Report } from '../report';
import { reportPage, type PageProps } from '../report-page';
import { scoreSentence } from '../sentences/score-sentence';
import { AGE, ASSETS, AVERAGE, isTold, trendOf, trendsQuery, useLoggedIn, type Trend } from './figures';

interface Figures {
  score: Score;
  scores: { cells: Trend['cells']; months: string[]; quarterEnds: boolean };
  trends: Record<'members' | 'assets' | 'average' | 'age', Trend>;
  voluntary: ShareFigures;
  cap: ShareFigures;
  loggedIn: ShareFigures;
  consolidated: ShareFigures;
}

function useDashboard(report: Report) {
  const { view, whole } = report;
  const trends = useFigures(view, trendsQuery);
  // Ages are published of all members only.
  const ofPlan = useFigures(whole, trendsQuery);
  const scores = useScores(view);
  const flags: MemberFlag[] = ['makingVoluntaryContributions', 'approachingConcessionalCap', 'consolidationVerified'];
  const all = together(
    useScore(view),
    scores,
    trends,
    ofPlan,
    useMonthlyFlag(view, flags[0]!),
    useMonthlyFlag(view, flags[1]!),
    useMonthlyFlag(view, flags[2]!),
    useLoggedIn(report),
  );
  return mapLoaded(all, ([score, of, answer, ofAll, voluntary, cap, consolidated, loggedIn]): Figures => ({
    score,
    scores: { cells: series(of.rows, of.months, SCORE), months: of.months, quarterEnds: of.quarterEnds },
    trends: {
      members: trendOf(answer, COUNT),
      assets: trendOf(answer, ASSETS),
      average: trendOf(answer, AVERAGE),
      age: trendOf(ofAll, AGE),
    },
    voluntary,
    cap,
    loggedIn,
    consolidated,
  }));
}

const stars = (value: number) => number(value, 2);
const years = (value: number) => `${number(value, 1)} years`;

function Dashboard({ report, figures }: PageProps<Figures>) {
  const { score, scores, trends, voluntary, cap, loggedIn, consolidated } = figures;
  const markers = markersOf(report.campaigns.list, scores.months, scores.quarterEnds);
  const capNote = useCapNote(report.view);
  return (
    <>
      <ScoreCard
        look="large"
        score={score.score}
        cells={scores.cells}
        months={scores.months}
        line={ends(scores, stars)}
        markers={markers}
        title={<h2 className="text-[14px] font-semibold">Average SuperScore</h2>}
        beside={<PrintedChange change={score.change} as="own" digits={2} />}
        foot={
          <p className="flex min-h-[24px] pl-12">
            <MarkerKey markers={markers} />
          </p>
        }
      >
        <p className="mt-3 text-ink-2">
          {score.below && `${underAim(score.below)} `}
          {score.lowest && `${score.lowest.name} is the lowest area.`}
        </p>
      </ScoreCard>
      <div className="grid flex-1 grid-cols-2 grid-rows-2 gap-[14px]">
        <TrendCard title="Members" trend={trends.members} format={number} />
        <TrendCard title="Total assets owned" trend={trends.assets} format={shortDollars} />
        <TrendCard title="Average total assets owned" trend={trends.average} format={dollars} />
        <TrendCard
          title={report.asked.engagedOnly ? 'Average age, all members' : 'Average age'}
          trend={trends.age}
          format={years}
          good="neutral"
        />
      </div>
      <Heading>What members do</Heading>
      <div className="grid grid-cols-4 gap-[12px]">
        <Activity
          title="Voluntary contributors"
          figures={voluntary}
          note="sacrifice salary or add their own money, within 12 months"
        />
        <Activity title="Approaching the concessional cap" figures={cap} good="neutral" note={capNote} />
        <Activity title="Logged in" figures={loggedIn} note={windowOf(loggedIn)} />
        <Activity
          title="Consolidation verified"
          figures={consolidated}
          note="other super looked for, within 24 months"
        />
      </div>
    </>
  );
}

/** The first and the last figure of a series in words. */
export function ends({ cells, months }: Pick<Trend, 'cells' | 'months'>, format: (value: number) => string): string {
  const told = cells.flatMap(({ value }, i) => (value === null ? [] : [`${format(value)} in ${month(months[i]!)}`]));
  return told.length < 2 ? (told[0] ?? 'not published') : `from ${told[0]} to ${told.at(-1)}`;
}

interface TrendProps {
  title: string;
  trend: Trend;
  format: (value: number) => string;
  good?: 'up' | 'neutral';
}
const TrendCard = ({ title, trend, format, good = 'up' }: TrendProps) => (
  <Card className="!pb-0">
    <h2 className="text-[12.7px] font-medium text-ink-2">{title}</h2>
    <p className="mt-0.5 flex items-baseline gap-2">
      <Printed cell={trend.newest} format={format} className="pcr-metric" />
      <PrintedChange change={trend.change} as="percent" good={good} />
    </p>
    <div className="mt-auto pt-2">
      <Sparkline cells={trend.cells} width={308} height={74} label={`${title} by month, ${ends(trend, format)}`} />
    </div>
    <p className="flex justify-between border-t py-[5px] text-[12px] leading-4 text-ink-3">
      <span>
        {trend.months[0] && month(trend.months[0])}{' '}
        {trend.cells[0] && <b className="font-semibold text-ink-2">{figureText(trend.cells[0], format)}</b>}
      </span>
      <span>
        {trend.months.length > 0 && month(trend.months.at(-1)!)}{' '}
        <b className="font-semibold text-ink-2">{figureText(trend.newest, format)}</b>
      </span>
    </p>
  </Card>
);

interface ActivityProps {
  title: string;
  figures: ShareFigures;
  note: string;
  good?: 'up' | 'neutral';
}
function Activity({ title, figures: { newest, change }, note, good = 'up' }: ActivityProps) {
  const { count, share } = newest;
  let figure: ReactNode = null;
  if (count.value !== null)
    figure = (
      <>
        <span className="pcr-metric">{number(count.value)}</span>
        <span className="block text-[12px] text-ink-3">members</span>
      </>
    );
  return (
    <Card className="!px-3">
      <h3 className="min-h-[36px] text-[13.5px] font-semibold leading-[18px]">{title}</h3>
      <div className="mt-2 flex items-center gap-3">
        <span role="img" aria-label={ringLabel(title, share)}>
          <PrintedRing of={share} size={68} width={8} />
        </span>
        <span className="min-w-0">{figure}</span>
      </div>
      <p className="mt-2 min-h-[18px]">
        <PrintedChange change={change} good={good} />
      </p>
      <p className="text-[12px] leading-[16px] text-ink-2">{note}</p>
    </Card>
  );
}

export const dashboard = reportPage<Figures>({
  id: 'dashboard',
  number: 'S1',
  title: 'Dashboard',
  useFigures: useDashboard,
  isPublished: ({ score, trends }) => isTold(score.score) || isTold(trends.members.newest),
  sentence: ({ score }) => scoreSentence(score.score, score.change),
  Body: Dashboard,
});
