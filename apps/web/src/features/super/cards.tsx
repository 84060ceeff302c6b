import { mapLoaded, together } from '../../portal/analytics/loaded';
import type { View } from '../../portal/analytics/figures-view';
import { type Cell } from '../../portal/analytics/result';
import { shortBase } from '../../portal/figures/base';
import { CountCard } from '../../portal/cards/count-card';
import { ChangeFigure, CountFigure, MembersFigure, ShareFigure } from '../../portal/figures/figure';
import { FigureCard } from '../../portal/cards/figure-card';
import { Plot } from '../../portal/figures/plot';
import { NowShare } from '../../portal/now/now-figures';
import { isWithheld, useMonthlyFlag, usePeriodFlag, windowOf } from '../../portal/figures/use-share';
import { PeerRing } from '../../portal/peers/peer-marks';
import { isPeerFlag } from '../../portal/peers/use-peers';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { date, number, share } from '../../ui/format';
import { MiniColumns } from '../../ui/mini-columns';
import { Bone } from '../../ui/states';
import type { Section } from './sections';
import { Heading } from '../../ui/heading';

interface Props {
  section: Section;
  view: View;
}

export const CardTitle = ({ title }: { title: string }) => (
  <Heading className="text-base font-semibold leading-[18px]">{title}</Heading>
);
export const BONES = (
  <div className="mt-2">
    <Bone className="h-7 w-24" />
    <Bone className="mt-4 h-4 w-full" />
  </div>
);
/** The share of members with a good result: validated, within the benchmark, on track. */
export function RingCard({ section: { ring }, view }: Props) {
  const figures = useMonthlyFlag(view, ring.flag);
  return (
    <FigureCard
      title={ring.title}
      figures={figures}
      className="min-h-36"
      head={<CardTitle title={ring.title} />}
      bones={<Bone className="mx-auto mt-3 size-[92px] !rounded-full" />}
    >
      {({ newest, unknown, change, changeWithheld, of }) => (
        <div className="grid flex-1 justify-items-center gap-1.5 pt-3">
          <PeerRing
            view={view}
            peers={isPeerFlag(ring.flag) ? ring.flag : undefined}
            of={newest.share}
            size={92}
            width={10}
          />
          <p className="text-center">
            <ChangeFigure
              change={change}
              withheld={changeWithheld && !isWithheld(newest)}
              points
              since={date(of.since)}
            />
          </p>
          <NowShare dimension={`Member.${ring.flag}`} value="Yes" view={view} className="text-center" />
          <p className="text-center text-sm text-ink-3">
            {ring.note}
            {(unknown.value ?? 0) > 0 && `, ${shortBase(unknown)}`}
          </p>
        </div>
      )}
    </FigureCard>
  );
}

/** The members who asked to be contacted about the area within the look-back, and their share of all who asked. */
export function ContactCard({ section: { contact }, view }: Props) {
  const about = usePeriodFlag(view, contact.flag);
  const any = usePeriodFlag(view, 'contactRequested');
  return (
    <FigureCard
      title={contact.title}
      figures={together(about, any)}
      className="min-h-36 sm:col-span-2"
      head={<CardTitle title={contact.title} />}
      bones={BONES}
    >
      {([{ newest, ...span }, { newest: all }]) => (
        <>
          <p className="mt-2 flex flex-wrap items-baseline gap-x-2">
            {isWithheld(newest) ? (
              <CountFigure count={newest.count} className="metric" longClassName="my-1 text-lg font-semibold" />
            ) : (
              <ShareFigure of={newest.share} className="metric" longClassName="my-1 text-lg font-semibold" />
            )}
            <span className="text-base text-ink-3">{isWithheld(newest) ? 'members' : 'of members'}</span>
          </p>
          <p className="mt-1 text-base text-ink-2">
            {isWithheld(newest) ? (
              `Members who asked ${windowOf(span)}.`
            ) : (
              <>
                <MembersFigure count={newest.count} /> asked {windowOf(span)}.
              </>
            )}
            {partOf(newest.count, all.count)}
          </p>
        </>
      )}
    </FigureCard>
  );
}

/** The share in words, computed from published numbers only. */
function partOf(about: Cell, all: Cell): string {
  if (all.withheld !== null) return ' How many asked about anything is not published.';
  if (all.value === null || all.value === 0) return '';
  if (about.value === null) return ` ${number(all.value)} asked about anything.`;
  return ` They are ${share((100 * about.value) / all.value, 0)} of the ${number(all.value)} who asked about anything.`;
}

/** The number of the plan's campaigns within the period. */
export function CampaignCard({ view, campaigns }: { view: View; campaigns: CampaignsState }) {
  const [first, last] = view.dateRange;
  const figures = mapLoaded(campaigns, (all) => all.filter((run) => run.date >= first && run.date <= last));
  return (
    <FigureCard
      title="Campaigns run"
      what="The list of campaigns"
      figures={figures}
      className="min-h-36"
      head={<CardTitle title="Campaigns run" />}
      bones={BONES}
    >
      {(runs) => {
        const reports = runs.filter(({ kind }) => kind === 'report').length;
        return (
          <>
            <p className="metric mt-2">{number(runs.length)}</p>
            <p className="text-sm text-ink-3">
              {runs.length === 0
                ? 'None in this period'
                : `${number(reports)} report, ${number(runs.length - reports)} email`}
            </p>
            {runs[0] && <p className="mt-auto pt-3 text-sm text-ink-2">Last {date(runs[0].date)}</p>}
          </>
        );
      }}
    </FigureCard>
  );
}

/** Members' activity in the area by month. */
export const StepCard = ({ section: { step }, view }: Props) => (
  <CountCard
    title={step.title}
    note={step.note}
    figures={useMonthlyFlag(view, step.flag)}
    peers={isPeerFlag(step.flag) ? step.flag : undefined}
  >
    {({ monthly }) => (
      <Plot
        cells={monthly.map(({ count }) => count)}
        unpublished="Not published by month."
        height={34}
        className="!min-h-9"
      >
        {(values) => <MiniColumns values={values} marked={[values.length - 1]} height={34} />}
      </Plot>
    )}
  </CountCard>
);
