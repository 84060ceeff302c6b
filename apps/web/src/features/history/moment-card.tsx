import type { PlanMoments } from '@superscope/contracts/as-of-changes';
import { History, StepBack, StepForward } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { NotLoaded } from '../../portal/api/not-loaded';
import { Failure } from '../../portal/api/failure';
import { changeCount, changeTitle } from '../../portal/as-of/change-text';
import type { CurrentPlan } from '../../portal/slices/current-plan.slice';
import { eventsAtAddress, searchAddress } from '../../portal/event-search';
import { TypeName } from '../../portal/event-type';
import { PlanField } from '../../portal/plan/plan-field';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { DateTimeField } from '../../ui/date-time-field';
import { momentTime, sydneyField, sydneyInstant } from '../../ui/format';
import { Bone, Skeleton } from '../../ui/states';
import { SelectField } from '../../ui/select-field';

import { useSettled } from '../../ui/use-settled';
import { usePlanMomentsQuery } from './history.api';
import { instantAfter, instantBefore, MomentLine } from './moment-line';
import { Heading } from '../../ui/heading';

/** The server is asked once the slider rests. */
const ASK_AFTER_MS = 250;
const FIRST_MOMENT = '1900-01-01T00:00';

interface Props {
  plan: CurrentPlan | null;
  onPlan: (plan: CurrentPlan) => void;
  moment: string;
  onMoment: (moment: string) => void;
  busy: boolean;
  error: unknown;
  onAsk: () => void;
}

/** Which plan, and at which moment: by date and time, by the line of what was recorded, or by an event. */
export function MomentCard({ plan, onPlan, moment, onMoment, busy, error, onAsk }: Props) {
  const [typed, setTyped] = useState({ beside: moment, isMoment: true });
  // A moment that was chosen elsewhere replaces the typed text.
  const isMoment = typed.isMoment || typed.beside !== moment;
  const at = useSettled(moment, ASK_AFTER_MS);
  const { data } = usePlanMomentsQuery({ planId: plan?.id ?? '', at }, { skip: plan === null });
  const began = data?.planId === plan?.id ? (data?.firstAt ?? null) : null;
  const isTooEarly = began !== null && moment < began;
  return (
    <Card aria-label="Moment">
      <CardHead title="Choose a plan and a moment" note="Times are those of Sydney" />
      <Failure error={error} otherwise="The view could not be asked for. Please try again." className="mt-4" />
      <div className="mt-4 grid gap-4 sm:grid-cols-2 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)_auto] lg:items-end">
        <PlanField plan={plan} onChoose={onPlan} />
        <MomentField moment={moment} onMoment={onMoment} onTyped={(is) => setTyped({ beside: moment, isMoment: is })} />
        <Button
          kind="primary"
          large
          icon={History}
          disabled={plan === null || busy || !isMoment || isTooEarly}
          onClick={onAsk}
        >
          Show as it stood
        </Button>
      </div>
      {isTooEarly && (
        <p role="status" className="mt-3 text-base text-ink-2">
          Nothing of this plan was recorded by then, so there is no view and no document. Recording began{' '}
          <button
            type="button"
            onClick={() => onMoment(began)}
            className="font-semibold text-brand hover:underline pointer-coarse:min-h-11"
          >
            {momentTime(began)}
          </button>
          .
        </p>
      )}
      <p className="mt-3 max-w-3xl text-sm text-ink-3">
        ‘Recorded by’ is this moment: the view holds what Superscope had learnt by then. ‘Figures of’ is the day that
        figures describe: employers read those of the newest month that was closed by then.
      </p>
      {plan === null ? (
        <p className="mt-5 text-base text-ink-2">Choose a plan to see when something of it was recorded.</p>
      ) : (
        <Moments key={plan.id} planId={plan.id} moment={moment} onMoment={onMoment} />
      )}
    </Card>
  );
}

interface MomentFieldProps extends Pick<Props, 'moment' | 'onMoment'> {
  /** Called with whether the typed text is a moment of the past. */
  onTyped: (isMoment: boolean) => void;
}

/** The moment as a day and a time. Typed text stays until it is a moment in the past; a moment chosen elsewhere replaces it. */
function MomentField({ moment, onMoment, onTyped }: MomentFieldProps) {
  const chosen = sydneyField(moment);
  const [field, setField] = useState({ chosen, typed: chosen });
  if (field.chosen !== chosen) setField({ chosen, typed: chosen });
  const now = sydneyField(new Date().toISOString());
  return (
    <DateTimeField
      label="As at"
      value={field.typed}
      min={FIRST_MOMENT}
      max={now}
      onChange={(typed) => {
        setField({ chosen, typed });
        const instant = typed >= FIRST_MOMENT && typed <= now ? sydneyInstant(typed) : null;
        onTyped(instant !== null);
        if (instant !== null) onMoment(instant);
      }}
    />
  );
}

function Moments({ planId, moment, onMoment }: { planId: string; moment: string; onMoment: (to: string) => void }) {
  const at = useSettled(moment, ASK_AFTER_MS);
  const { data, currentData, isError, error, refetch } = usePlanMomentsQuery({ planId, at });
  const list = useRef<HTMLUListElement>(null);
  const reached = data?.moments.find(({ lastAt }) => lastAt <= moment);
  // The list is scrolled by itself: scrolling an entry into view would scroll the page too.
  useEffect(() => {
    const entry = list.current?.querySelector<HTMLElement>('[aria-current]');
    if (list.current && entry) list.current.scrollTop = entry.offsetTop - list.current.clientHeight / 2;
  }, [reached]);
  if (isError) return <NotLoaded what="What was recorded" error={error} onRetry={() => void refetch()} />;
  if (data === undefined)
    return (
      <Skeleton label="what was recorded">
        <Bone className="mt-5 h-24" />
      </Skeleton>
    );
  const { moments, firstAt, isCut, digests } = data;
  if (firstAt === null) return <p className="mt-5 text-base text-ink-2">Nothing of this plan was recorded yet.</p>;
  const [before, after] = [instantBefore(moments, moment), instantAfter(moments, moment)];
  return (
    <>
      <MomentLine
        of={data}
        firstAt={firstAt}
        value={moment}
        isCounted={currentData !== undefined && at === moment}
        onChange={onMoment}
      />
      {digests.length > 0 && (
        <div className="mt-4 max-w-sm">
          <SelectField
            label="Nightly digests"
            options={[
              { value: '', label: 'Choose a kept moment' },
              ...digests.map(({ at }) => ({ value: at, label: momentTime(at) })),
            ]}
            value={digests.find(({ at }) => at === moment)?.at ?? ''}
            onChange={(at) => at !== '' && onMoment(at)}
          />
        </div>
      )}
      <div className="mt-5 flex items-center justify-between gap-3 border-t pt-4">
        <Heading lower={1} className="text-base font-semibold">
          Events
        </Heading>
        <div className="flex gap-1">
          <Button
            kind="quiet"
            aria-label="Previous event"
            icon={StepBack}
            disabled={before === undefined}
            onClick={() => before !== undefined && onMoment(before)}
          >
            Previous
          </Button>
          <Button
            kind="quiet"
            aria-label="Next event"
            icon={StepForward}
            disabled={after === undefined}
            onClick={() => after !== undefined && onMoment(after)}
          >
            Next
          </Button>
        </div>
      </div>
      <ul
        ref={list}
        className="relative mt-1 max-h-80 divide-y overflow-y-auto"
        tabIndex={0}
        aria-label="Events of the plan"
      >
        {moments.map((change) => (
          <li
            key={`${change.type} ${change.detail} ${change.firstAt}`}
            aria-current={change === reached || undefined}
            className={cx('flex flex-wrap items-center gap-x-4 gap-y-1 py-2', change === reached && 'bg-brand-soft')}
          >
            <span className="w-40 shrink-0 text-sm tabular-nums text-ink-2">{momentTime(change.lastAt)}</span>
            <span className="min-w-0 flex-1 basis-56">
              <Link
                to={searchAddress(change.search)}
                className="block w-fit text-base font-medium hover:text-brand hover:underline"
              >
                {changeTitle(change)}
              </Link>
              <span className="block text-sm text-ink-3">
                {changeCount(change)} · <TypeName type={change.type} />
              </span>
            </span>
            <span className="flex gap-1">
              <Button
                kind="quiet"
                aria-label={`Before: ${changeTitle(change)}`}
                onClick={() => onMoment(justBefore(change.firstAt))}
              >
                Before
              </Button>
              <Button kind="quiet" aria-label={`After: ${changeTitle(change)}`} onClick={() => onMoment(change.lastAt)}>
                After
              </Button>
            </span>
          </li>
        ))}
      </ul>
      {(isCut.older || isCut.newer) && (
        <p className="mt-2 text-sm text-ink-3">
          <Link to={eventsAtAddress(planId, moment)} className="font-semibold text-brand hover:underline">
            Events nearest to the moment
          </Link>{' '}
          are listed. Choose {cutText(isCut)} to see others.
        </p>
      )}
    </>
  );
}

const cutText = ({ older, newer }: PlanMoments['isCut']) =>
  older && newer ? 'another moment' : older ? 'an earlier moment' : 'a later moment';

/** A moment at which the event was not known yet. */
const justBefore = (at: string) => new Date(Date.parse(at) - 1).toISOString();
