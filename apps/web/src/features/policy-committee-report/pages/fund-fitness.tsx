import { TriangleAlert } from 'lucide-react';
import { Link } from 'react-router';
import { mapLoaded, together, type Loaded } from '../../../portal/analytics/loaded';
import type { View } from '../../../portal/analytics/figures-view';
import { changeOf, NO_CELL, series, type Cell, type Change } from '../../../portal/analytics/result';
import { areas, ATTENTION_SCORE, ATTENTION_SHARE, type Area } from '../../../portal/figures/scored-areas';
import { useScores } from '../../../portal/figures/use-scores';
import {
  useMonthlyFlag,
  useMonthlyShare,
  usePeriodFlag,
  windowOf,
  type ShareFigures,
} from '../../../portal/figures/use-share';
import { useViewLink } from '../../../portal/view-address/use-view-address';
import { cx } from '../../../ui/class-names';
import { longMonth, number } from '../../../ui/format';
import { Card, Heading, Note } from '../kit/card';
import { MiniLine } from '../kit/line-chart';
import { Held, membersText, PrintedChange, PrintedRing, PrintedShare, ringLabel } from '../kit/printed';
import { AreaBar } from '../kit/share-bar';
import type { Report } from '../report';
import { pageText, reportPage, type Entry, type PageProps } from '../report-page';
import { fitnessSentence, movedSentence } from '../sentences/fitness-sentence';
import { capital } from '../../../ui/in-words';
import { isTold } from './figures';

export interface AreaOfReport {
  area: Area;
  figures: ShareFigures;
  score: Cell;
  scoreChange: Change | null;
}

/** The five areas with their shares and scores. */
export function useAreas(view: View): Loaded<AreaOfReport[]> {
  const scores = useScores(view);
  const shares = together(
    useMonthlyShare(view, areas[0]!.dimension, areas[0]!.value),
    useMonthlyShare(view, areas[1]!.dimension, areas[1]!.value),
    useMonthlyShare(view, areas[2]!.dimension, areas[2]!.value),
    useMonthlyShare(view, areas[3]!.dimension, areas[3]!.value),
    useMonthlyShare(view, areas[4]!.dimension, areas[4]!.value),
  );
  return mapLoaded(together(scores, shares), ([{ rows, months }, figures]) =>
    areas.map((area, i) => {
      const scored = series(rows, months, area.points);
      return { area, figures: figures[i]!, score: scored.at(-1) ?? NO_CELL, scoreChange: changeOf(scored) };
    }),
  );
}

interface Figures {
  areas: AreaOfReport[];
  profile: [string, ShareFigures][];
  online: [string, ShareFigures][];
}

function useFitness({ view }: Report): Loaded<Figures> {
  const all = together(
    useAreas(view),
    useMonthlyFlag(view, 'mobileNumberProvided'),
    useMonthlyFlag(view, 'emailAddressProvided'),
    useMonthlyFlag(view, 'taxFileNumberProvided'),
    usePeriodFlag(view, 'contactRequested'),
    useMonthlyFlag(view, 'riskProfileAssessmentCompleted'),
    useMonthlyFlag(view, 'insuranceIndicatorCompleted'),
  );
  return mapLoaded(all, ([ofAreas, mobile, email, taxFile, contact, risk, insurance]) => ({
    areas: ofAreas,
    profile: [
      ['Mobile number', mobile],
      ['Email address', email],
      ['Tax file number', taxFile],
    ],
    online: [
      ['Contact requested', contact],
      ['Risk profile assessed', risk],
      ['Insurance indicator', insurance],
    ],
  }));
}

/** All small lines share a scale of so many percentage points. */
const SPAN = 5;
const COLUMNS = 'grid grid-cols-[150px_124px_1fr_88px_62px] gap-x-[14px]';

export const warnsOf = ({ newest: { share } }: ShareFigures) => share.value !== null && share.value > ATTENTION_SHARE;

function Fitness({ figures, contents, report }: PageProps<Figures>) {
  const { months = [] } = figures.areas[0]?.figures ?? {};
  const few = figures.areas.every(({ figures: { newest } }) => newest.count.value === null);
  const contact = figures.online[0]![1];
  return (
    <>
      {few && (
        <Note title="Few members.">
          Under 50 members shares are given in whole tens and without a number of members, so that no one can be worked
          out.
        </Note>
      )}
      <div className="flex flex-col gap-[8px]">
        <div className={cx(COLUMNS, 'px-[14px] text-[12px] leading-[16px] text-ink-3')}>
          <span>Area, members</span>
          <span>Share, change</span>
          <span className="relative">
            <span className="absolute -translate-x-1/2 whitespace-nowrap" style={{ left: `${ATTENTION_SHARE}%` }}>
              attention above {ATTENTION_SHARE}%
            </span>
          </span>
          <span>{few ? '' : `${months.length} ${report.view.engaged ? 'quarters' : 'months'}`}</span>
          <span className="text-right">Score of 1</span>
        </div>
        {figures.areas.map((each) => (
          <AreaRow key={each.area.key} of={each} contents={contents} />
        ))}
      </div>
      <p className="text-[12px] leading-[16px] text-ink-3">
        {!few && months.length > 1 && (
          <>
            The small lines run from {longMonth(months[0]!)} to {longMonth(months.at(-1)!)}, all on one scale of {SPAN}{' '}
            percentage points.{' '}
          </>
        )}
        A member can be in several areas.
      </p>
      <Heading>Member activity</Heading>
      <div className="grid flex-1 grid-cols-2 gap-[14px]">
        <Rings title="Profile status" note="Members whose details the fund holds" rings={figures.profile} />
        <Rings title="Online activity" note={capital(windowOf(contact))} rings={figures.online} />
      </div>
      <Note title="What it says.">{movedSentence(figures.areas.map(movedOf))}</Note>
    </>
  );
}

function AreaRow({ of: { area, figures, score }, contents }: { of: AreaOfReport; contents: readonly Entry[] }) {
  const { newest, change, changeWithheld, monthly } = figures;
  const warns = warnsOf(figures);
  const low = score.value !== null && score.value < ATTENTION_SCORE;
  const link = useViewLink();
  return (
    <div
      className={cx(COLUMNS, 'min-h-[74px] items-center rounded-md border-[0.5pt] px-[14px]')}
      style={{ borderColor: warns ? 'var(--attention-line)' : '#CBD3CD', background: warns ? '#FFFCF8' : undefined }}
    >
      <div>
        <p className="text-[14px] font-semibold leading-[18px]">
          <Link to={link(`/super/${area.key}`)}>{area.concern}</Link>
        </p>
        <p className="text-[12.7px] leading-[16px] text-ink-2">{membersText(newest.count)}</p>
      </div>
      <div>
        <p className="flex items-center gap-2">
          <PrintedShare
            of={newest.share}
            className="pcr-metric"
            aboutClassName="text-[16px] font-semibold leading-[19px]"
          />
          {warns && (
            <TriangleAlert size={17} className="shrink-0 text-attention" role="img" aria-label="Needs attention" />
          )}
        </p>
        <PrintedChange change={change} withheld={changeWithheld} good="down" />
      </div>
      <AreaBar of={newest.share} warns={warns} />
      <MiniLine
        cells={monthly.map(({ share }) => (share.about === null ? share : NO_CELL))}
        width={88}
        height={54}
        span={SPAN}
        colour={warns ? 'var(--attention)' : 'var(--plot)'}
      />
      <p className={cx('text-right leading-[16px]', low ? 'text-attention' : 'text-ink')}>
        <ScoreFigure score={score} low={low} />
        <span className="block text-[12px] text-ink-3">{pageText(contents, area.key) ?? 'of 1'}</span>
      </p>
    </div>
  );
}

const ScoreFigure = ({ score, low }: { score: Cell; low: boolean }) =>
  score.value === null ? (
    score.withheld ? (
      <Held reason={score.withheld} dense />
    ) : (
      <>–</>
    )
  ) : (
    <b className="inline-flex items-center gap-1 text-[16px] font-semibold">
      {low && <TriangleAlert size={14} role="img" aria-label="Low" />}
      {number(score.value, 2)}
    </b>
  );

interface RingsProps {
  title: string;
  note: string;
  rings: readonly [string, ShareFigures][];
}
const Rings = ({ title, note, rings }: RingsProps) => (
  <Card title={title} note={note}>
    <div className="my-auto grid grid-cols-3 pb-1 pt-3">
      {rings.map(([name, { newest, change }]) => (
        <div key={name} className="text-center">
          <span role="img" aria-label={ringLabel(name, newest.share)}>
            <PrintedRing of={newest.share} />
          </span>
          {newest.count.value !== null && (
            <p className="mt-1 text-[15px] font-semibold leading-5">{number(newest.count.value)}</p>
          )}
          <p className="mx-auto mt-0.5 min-h-[30px] max-w-[84px] text-[12.7px] leading-[15px] text-ink-2">{name}</p>
          <PrintedChange change={change} dense />
        </div>
      ))}
    </div>
  </Card>
);

/** The areas as the leading sentence names them. */
const TOUCHES: Record<Area['key'], string> = {
  nominatedBeneficiary: 'no nominated beneficiary',
  accountBalance: 'low balances',
  lifeInsurance: 'inadequate insurance',
  investmentApproach: 'unsuitable investment',
  retirementAdequacy: 'income below Modest',
};

const movedOf = ({ area, figures, score, scoreChange }: AreaOfReport) => ({
  name: area.name,
  share: figures.change,
  score,
  scoreChange,
});

export const fundFitness = reportPage<Figures>({
  id: 'fitness',
  number: 'S2',
  title: 'Fund fitness overview',
  useFigures: useFitness,
  isPublished: ({ areas: all }) => all.some(({ figures: { newest }, score }) => isTold(newest.share) || isTold(score)),
  sentence: ({ areas: all }) =>
    fitnessSentence(all.map(({ area, figures }) => ({ concern: TOUCHES[area.key], share: figures.newest.share }))),
  Body: Fitness,
});
