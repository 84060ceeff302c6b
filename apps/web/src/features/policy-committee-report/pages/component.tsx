import type { MemberFlag } from '@superscope/contracts/analytics/member-names';
import { areaRules } from '@superscope/contracts/explanations';
import { TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { mapLoaded, together, type Loaded } from '../../../portal/analytics/loaded';
import type { View } from '../../../portal/analytics/figures-view';
import { changeOf, NO_CELL, series, type Cell, type Change } from '../../../portal/analytics/result';
import { markersOf } from '../../../portal/campaigns/markers';
import type { Campaign } from '../../../portal/campaigns/campaigns.api';
import { areas, ATTENTION_SCORE, type Area } from '../../../portal/figures/scored-areas';
import type { Distribution } from '../../../portal/figures/use-distribution';
import { useScores } from '../../../portal/figures/use-scores';
import {
  useMonthlyFlag,
  useMonthlyShare,
  usePeriodFlag,
  windowOf,
  type ShareFigures,
} from '../../../portal/figures/use-share';
import { cx } from '../../../ui/class-names';
import { longMonth, number, share } from '../../../ui/format';
import { Card, Note } from '../kit/card';
import { LineChart, MarkerKey, Unpublished } from '../kit/line-chart';
import { Held, membersText, PrintedChange, PrintedRing, PrintedShare, ringLabel } from '../kit/printed';
import { AreaBar } from '../kit/share-bar';
import { BigStar } from '../kit/star';
import type { Report } from '../report';
import { reportPage, type PageProps, type ReportPage } from '../report-page';
import { componentSentence } from '../sentences/component-sentence';
import { ends } from './dashboard';
import { isTold } from './figures';
import { warnsOf } from './fund-fitness';

/** The figures that every page of a scored area has. */
export interface AreaFigures {
  concern: ShareFigures;
  score: Cell;
  scoreChange: Change | null;
  ring: ShareFigures;
  requests: ShareFigures;
  allRequests: ShareFigures;
}

interface Flags {
  ring: MemberFlag;
  contact: MemberFlag;
}

function useArea(view: View, { dimension, value, points }: Area, { ring, contact }: Flags): Loaded<AreaFigures> {
  const all = together(
    useMonthlyShare(view, dimension, value),
    useScores(view),
    useMonthlyFlag(view, ring),
    usePeriodFlag(view, contact),
    usePeriodFlag(view, 'contactRequested'),
  );
  return mapLoaded(all, ([concern, { rows, months }, good, requests, allRequests]) => {
    const scores = series(rows, months, points);
    return {
      concern,
      score: scores.at(-1) ?? NO_CELL,
      scoreChange: changeOf(scores),
      ring: good,
      requests,
      allRequests,
    };
  });
}

interface Component<T> {
  key: Area['key'];
  number: string;
  title: string;
  flags: Flags;
  /** The ring's title, and what its members have in common. */
  ring: { title: string; note: string };
  useMain: (view: View) => Loaded<T>;
  /** Whether anything of the main chart is published. */
  isMainTold: (main: T) => boolean;
  /** What goes on after the members in the leading sentence. */
  meaning: string;
  sentence?: (figures: AreaFigures, main: T) => string;
  /** Whether a campaign, by its name, is about this topic. */
  topic: RegExp;
  mainTitle: string;
  mainNote: (main: T) => string;
  Main: (props: { main: T; report: Report }) => ReactNode;
  /** What is said after the area's rule. */
  scoredBesides?: string;
  committee: (figures: AreaFigures, main: T) => string;
}

interface Figures<T> extends AreaFigures {
  main: T;
}

/** The figures of the leading sentence. */
export const sentenceFigures = ({ concern, score }: AreaFigures) => ({
  share: concern.newest.share,
  change: concern.change,
  first: concern.monthly[0]?.share,
  month: concern.months[0],
  score,
});

/** A page of a scored area: four cards, the share over time, one chart of its own, and two notes. */
export function componentPage<T>(of: Component<T>): ReportPage {
  const area = areas.find(({ key }) => key === of.key)!;
  const { useMain, Main } = of;
  function useFigures({ view }: Report): Loaded<Figures<T>> {
    const all = together(useArea(view, area, of.flags), useMain(view));
    return mapLoaded(all, ([figures, main]) => ({ ...figures, main }));
  }
  const Body = ({ report, figures }: PageProps<Figures<T>>) => (
    <>
      <Cards area={area} ring={of.ring} figures={figures} />
      <TrendCard area={area} concern={figures.concern} campaigns={onTopic(report.campaigns.list, of.topic)} />
      <Card className="flex-1" title={of.mainTitle} note={of.mainNote(figures.main)}>
        <div className="mt-2 flex flex-1 flex-col justify-center">
          <Main main={figures.main} report={report} />
        </div>
      </Card>
      <div className="grid grid-cols-2 gap-[14px]">
        <Note title="How it is scored.">{[areaRules[of.key], of.scoredBesides].filter(Boolean).join(' ')}</Note>
        <Note title="For the committee.">{of.committee(figures, figures.main)}</Note>
      </div>
    </>
  );
  return reportPage<Figures<T>>({
    id: of.key,
    number: of.number,
    title: of.title,
    useFigures,
    isPublished: ({ concern, main }) => isTold(concern.newest.share) || of.isMainTold(main),
    sentence: (figures) =>
      of.sentence?.(figures, figures.main) ?? componentSentence(of.meaning, sentenceFigures(figures)),
    Body,
  });
}

/** Whether a part of a distribution is published in its newest month. */
export const isDistributionTold = ({ series: parts }: Distribution) =>
  parts.some(({ name, monthly }) => name !== 'Unknown' && isTold(monthly.at(-1)?.share ?? NO_CELL));

/** Reports, and the emails on the topic. */
const onTopic = (campaigns: readonly Campaign[], topic: RegExp) =>
  campaigns.filter(({ kind, name }) => kind === 'report' || topic.test(name));

interface CardsProps {
  area: Area;
  ring: Component<never>['ring'];
  figures: AreaFigures;
}
function Cards({
  area,
  ring,
  figures: { concern, score, scoreChange, ring: good, requests, allRequests },
}: CardsProps) {
  const { newest, change, changeWithheld } = concern;
  const warns = warnsOf(concern);
  const low = score.value !== null && score.value < ATTENTION_SCORE;
  return (
    <div className="grid min-h-[158px] grid-cols-4 gap-[10px]">
      <Card title="Average score">
        <div className="mt-2 flex items-center gap-2.5">
          <BigStar of={score.value} width={60} />
          <span>
            {score.value === null ? (
              <Held reason={score.withheld ?? 'np'} dense />
            ) : (
              <span className={cx('pcr-metric', low && 'text-attention')}>{number(score.value, 2)}</span>
            )}
            <span className="block text-[12px] text-ink-3">of 1 star</span>
          </span>
        </div>
        <p className="mt-auto pt-2">
          <PrintedChange change={scoreChange} as="own" digits={2} />
        </p>
      </Card>
      <Card
        title={area.concern}
        warns={warns}
        right={
          warns && (
            <TriangleAlert size={17} className="shrink-0 text-attention" role="img" aria-label="Needs attention" />
          )
        }
      >
        {newest.count.value !== null ? (
          <>
            <p className="mt-2 flex items-center gap-1.5">
              <span className="pcr-metric">{number(newest.count.value)}</span>
              <span className="text-[12px] text-ink-3">members</span>
            </p>
            <p>
              <PrintedShare of={newest.share} className="font-semibold" /> of all
            </p>
          </>
        ) : (
          <p className="mt-2">
            <PrintedShare
              of={newest.share}
              className="pcr-metric"
              aboutClassName="text-[16px] font-semibold leading-[20px]"
            />
            <span className="mt-1 block text-[12px] leading-[15px] text-ink-3">{membersText(newest.count)}</span>
          </p>
        )}
        <div className="mt-auto">
          <AreaBar of={newest.share} warns={warns} height={8} />
        </div>
        <p className="pt-1">
          <PrintedChange change={change} withheld={changeWithheld} good="down" />
        </p>
      </Card>
      <Card title={ring.title}>
        <span role="img" aria-label={ringLabel(ring.title, good.newest.share)} className="mx-auto mt-2">
          <PrintedRing of={good.newest.share} size={84} width={10} className="!text-[15px]" />
        </span>
        <p className="mt-auto pt-1 text-center text-[12px] leading-[15px] text-ink-2">
          {good.newest.count.value !== null && `${membersText(good.newest.count)}: `}
          {ring.note}
        </p>
      </Card>
      <Card title="Contact requests on it">
        <Requests about={requests.newest.count} all={allRequests.newest.count} />
        <p className="mt-auto pt-2 text-[12px] leading-[16px] text-ink-3">{windowOf(requests)}</p>
      </Card>
    </div>
  );
}

/** The share of all who asked, from published numbers only. */
function Requests({ about, all }: { about: Cell; all: Cell }) {
  if (about.value !== null && all.value !== null && all.value > 0)
    return (
      <>
        <p className="mt-2">
          <span className="pcr-metric">{share(Math.min(100, (100 * about.value) / all.value), 1)}</span>
        </p>
        <p className="mt-1 leading-[16px] text-ink-2">
          {number(about.value)} of {number(all.value)} members who asked to be contacted
        </p>
      </>
    );
  return (
    <>
      <p className="mt-3">
        <Held reason={about.withheld ?? 'np'} />
      </p>
      <p className="mt-2 leading-[16px] text-ink-2">
        {all.value === null
          ? 'members; how many asked about anything is not published'
          : `of ${number(all.value)} who asked to be contacted; share not published`}
      </p>
    </>
  );
}

interface TrendProps {
  area: Area;
  concern: ShareFigures;
  campaigns: Campaign[];
}
function TrendCard({ area, concern: { monthly, months, quarterEnds, newest, ...rest }, campaigns }: TrendProps) {
  const cells = monthly.map(({ share: of }) => of);
  const markers = markersOf(campaigns, months, quarterEnds);
  const title = `${area.concern}, share of members`;
  const span = months.length > 1 ? `${longMonth(months[0]!)} to ${longMonth(months.at(-1)!)}` : '';
  const format = (value: number) => share(value, 1);
  const warns = warnsOf({ monthly, months, quarterEnds, newest, ...rest });
  return (
    <Card
      title={title}
      note={`${quarterEnds ? 'Quarter end' : 'Month end'}, ${span}${markers.length > 0 ? '; marked: reports, and emails on this topic' : ''}`}
      right={<MarkerKey markers={markers} />}
    >
      <div className="mt-1">
        {cells.some((cell) => isTold(cell) && cell.about === null) ? (
          <LineChart
            cells={cells.map((cell) => (cell.about === null ? cell : NO_CELL))}
            months={months}
            width={658}
            height={158}
            format={format}
            axis={(value) => share(value, Number.isInteger(value) ? 0 : 1)}
            most={100}
            label={`${title}, ${ends({ cells, months }, format)}`}
            markers={markers}
            colour={warns ? 'var(--attention)' : 'var(--plot)'}
          />
        ) : (
          <Unpublished height={96}>
            {cells.some(isTold)
              ? 'Under 50 members shares are only given in whole tens, which would jump from month to month.'
              : 'Fewer than about 11 members in every month.'}
          </Unpublished>
        )}
      </div>
    </Card>
  );
}
