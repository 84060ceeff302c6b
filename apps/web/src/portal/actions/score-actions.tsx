import type { PlanAction, PlanActions, SupportingCampaign } from '@superscope/contracts/plan-actions';
import type { ScoredArea } from '@superscope/contracts/super-score';
import { ChevronRight } from 'lucide-react';
import { useState } from 'react';
import { cx } from '../../ui/class-names';
import { Section } from '../../ui/card';
import { FoldSection } from '../../ui/fold-section';
import { date, share as percentOf } from '../../ui/format';
import { onDemand } from '../../ui/on-demand';
import { Bone } from '../../ui/states';
import { mapLoaded } from '../analytics/loaded';
import { cellOf } from '../analytics/published-cell';
import type { View } from '../analytics/figures-view';
import { CampaignDialog } from '../campaigns/campaign-dialog.on-demand';
import { areas } from '../figures/scored-areas';
import { FigureCard } from '../cards/figure-card';
import { MembersFigure, ShareFigure } from '../figures/figure';
import { isNarrowed } from '../filters/filters';
import { useWholeView } from '../analytics/use-whole-view';
import { lastOfMonth } from '../period/period';
import { ActionBase } from './action-base';
import { OtherAreas } from './other-areas';
import { PastCampaign } from './past-campaign';
import { useActions } from './plan-actions.api';
import { isShown, ScoreChange } from './score-change';

const ActionDialog = onDemand(async () => (await import('./action-dialog')).ActionDialog);
const TITLE = 'What would move the score';

interface Props {
  view: View;
  /** Only actions of this area. */
  area?: ScoredArea;
  /** Folded on phones. */
  folds?: boolean;
}

/** Actions that members could take. The one with the largest expected change of the Plan SuperScore is first. */
export function ScoreActions({ view, area, folds = false }: Props) {
  const Frame = folds ? FoldSection : Section;
  const figures = useActions(view);
  const month = figures.data?.month;
  const shown = mapLoaded(figures, ({ actions }: PlanActions) =>
    actions.filter((action) => area === undefined || action.area === area),
  );
  return (
    <Frame
      id="score-actions"
      title={TITLE}
      note={
        month && (
          <>
            Expected change of the Plan SuperScore, as at {date(lastOfMonth(month))}, the largest possible gain first
            {isNarrowed(view) && '. Of all members, not only those selected'}
          </>
        )
      }
    >
      <FigureCard
        title="Actions by expected change"
        what={TITLE}
        figures={shown}
        look="card overflow-hidden"
        head={null}
        bones={<Bone className={cx('m-5', area === undefined ? 'h-[1168px] md:h-80' : 'h-24')} />}
        nothing={(actions) => (actions.length === 0 ? 'No month is published yet.' : null)}
        nothingClassName="m-5"
      >
        {(actions) => <Ranking actions={actions} view={view} ofArea={area !== undefined} />}
      </FigureCard>
    </Frame>
  );
}

const COLUMNS =
  'md:grid-cols-[minmax(0,1fr)_6.5rem_6.5rem_7.5rem_1.25rem] xl:grid-cols-[minmax(0,1fr)_9rem_9rem_12rem_1.25rem]';

function Ranking({ actions, view, ofArea }: { actions: PlanAction[]; view: View; ofArea: boolean }) {
  const [open, setOpen] = useState<PlanAction | null>(null);
  const [campaign, setCampaign] = useState<SupportingCampaign | null>(null);
  // Actions are of the whole plan, whatever the page's filters are.
  const whole = useWholeView(view);
  return (
    <>
      <div
        aria-hidden
        className={cx('hidden gap-x-4 border-b bg-sunken px-5 py-2 text-sm font-semibold text-ink-2 md:grid', COLUMNS)}
      >
        <span>Action</span>
        <span className="text-right">Members</span>
        <span className="text-right">
          Largest possible gain <span className="block font-normal text-ink-3">if all do it</span>
        </span>
        <span className="text-right">
          Likely gain <span className="block font-normal text-ink-3">as after past campaigns</span>
        </span>
      </div>
      <ol className="divide-y">
        {actions.map((action, at) => (
          <Line
            key={action.key}
            action={action}
            view={whole}
            rank={at + 1}
            ofArea={ofArea}
            onOpen={() => setOpen(action)}
          />
        ))}
      </ol>
      {open && !campaign && (
        <ActionDialog action={open} view={whole} onCampaign={setCampaign} onClose={() => setOpen(null)} />
      )}
      {campaign && <CampaignDialog of={campaign} view={view} onClose={() => setCampaign(null)} />}
    </>
  );
}

interface LineProps {
  action: PlanAction;
  view: View;
  rank: number;
  ofArea: boolean;
  onOpen: () => void;
}
function Line({ action, view, rank, ofArea, onOpen }: LineProps) {
  const { label, area, concerned, members, share, change, margin, likelyChange, didBefore, campaigns } = action;
  const part = cellOf(share);
  return (
    <li
      className={cx(
        'relative grid grid-cols-2 items-center gap-x-4 gap-y-1.5 px-5 py-3 hover:bg-hover [&_button]:relative',
        COLUMNS,
      )}
    >
      <div className="col-span-2 min-w-0 pr-6 md:col-span-1 md:pr-0">
        <p className="flex gap-2 text-base font-semibold">
          <span aria-hidden className="w-4 shrink-0 text-ink-3">
            {rank}
          </span>
          <button
            type="button"
            aria-haspopup="dialog"
            onClick={onOpen}
            className="!static text-left hover:underline after:absolute after:inset-0"
          >
            {label}
          </button>
        </p>
        <p className="text-sm ml-6 text-ink-2">
          {!ofArea && <>{areas.find(({ key }) => key === area)!.name}: </>}
          members who {concerned}
        </p>
      </div>
      <div className="col-span-2 text-sm text-ink-2 md:col-span-1 md:text-right md:text-base">
        {members.because === 'np' ? (
          <>
            <ShareFigure of={part} /> <span className="md:sr-only">of members</span>
          </>
        ) : (
          <>
            <span className="md:block">
              <MembersFigure count={cellOf(members)} />
            </span>{' '}
            {members.because === null && (
              <span className="text-sm text-ink-3">
                <ShareFigure of={part} />
                <ActionBase action={action} view={view}>
                  {(base) => ` ${base}`}
                </ActionBase>
              </span>
            )}
          </>
        )}
      </div>
      <p className="md:text-right">
        <span className="block text-sm text-ink-3 md:sr-only">Largest possible gain</span>
        <ScoreChange of={cellOf(change, margin)} className="text-md font-semibold" />
        <OtherAreas action={action} />
        {isShown(cellOf(change, margin)) && <ChangeBar stars={change.value!} />}
      </p>
      <p className="md:text-right">
        <span className="block text-sm text-ink-3 md:sr-only">Likely gain</span>
        {campaigns.length === 0 ? (
          <span className="text-sm text-ink-3">not known yet</span>
        ) : (
          <>
            <ScoreChange of={cellOf(likelyChange, margin)} className="text-md font-semibold" />{' '}
            {didBefore.value !== null && (
              <span className="block text-sm text-ink-3">
                if {didBefore.rounded ? `about ${percentOf(didBefore.value, 0)}` : percentOf(didBefore.value, 1)} do it
              </span>
            )}
            <span className="text-sm">
              <PastCampaign action={action} view={view} />
            </span>
          </>
        )}
      </p>
      <ChevronRight size={18} aria-hidden className="absolute right-4 top-3.5 text-ink-3 md:static" />
    </li>
  );
}

/** A bar of the change. A whole star fills it. */
const ChangeBar = ({ stars }: { stars: number }) => (
  <span aria-hidden className="mt-1 hidden h-1 overflow-hidden rounded-full bg-track md:block">
    <span
      className="block h-full rounded-full bg-plot"
      style={{ width: `${Math.min(1, Math.max(0, stars)) * 100}%` }}
    />
  </span>
);
