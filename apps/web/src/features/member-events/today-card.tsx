import type { OwnEvent } from '@superscope/contracts/member-events';
import { CalendarCheck, Check, Undo2 } from 'lucide-react';
import { useState } from 'react';
import { NotLoaded } from '../../portal/api/not-loaded';
import { Failure } from '../../portal/api/failure';
import { personText } from '../../portal/members/member-text';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { date } from '../../ui/format';
import { Bone, EmptyState, Skeleton } from '../../ui/states';
import { clockOf, detailsOf, kindOf } from '../../portal/members/event-text';
import { useRecordedTodayQuery, useWithdrawEventMutation } from './member-events.api';

/** Events that are shown before 'Show all'. */
const SHOWN = 20;

const counted = (n: number, one: string) => `${n} ${one}${n === 1 ? '' : 's'}`;
const nameOf = ({ surname, login }: OwnEvent['member']) => surname ?? login ?? 'No name';

/** What the user recorded since midnight in Sydney, newest first. */
export function TodayCard() {
  const { data, isError, error, refetch } = useRecordedTodayQuery();
  const [withdraw, { isLoading, error: refused, reset }] = useWithdrawEventMutation();
  const [asked, setAsked] = useState<OwnEvent | null>(null);
  const [showsAll, setShowsAll] = useState(false);
  const confirm = (event: OwnEvent) => {
    void withdraw(event.id)
      .unwrap()
      .catch(() => undefined)
      .finally(() => setAsked(null));
  };
  if (data === undefined)
    return (
      <Card aria-label="Recorded today">
        {isError ? (
          <NotLoaded
            what="What you recorded today"
            note="What you fill in stays."
            error={error}
            onRetry={() => void refetch()}
            className="min-h-56"
          />
        ) : (
          <Skeleton label="what you recorded today" className="min-h-56">
            <Bone className="h-10" />
            <Bone className="mt-3 h-10" />
          </Skeleton>
        )}
      </Card>
    );
  const { events } = data;
  const standing = events.filter(({ withdrawnAt }) => withdrawnAt === null);
  const withdrawn = events.length - standing.length;
  const members = new Set(standing.map(({ member }) => member.id)).size;
  const shown = showsAll ? events : events.slice(0, SHOWN);
  return (
    <Card aria-label="Recorded today" className="p-0! sm:p-0!">
      {events.length === 0 ? (
        <EmptyState icon={CalendarCheck} title="Nothing recorded today yet" className="min-h-56">
          What you record from midnight, Sydney time, is listed here and can be withdrawn.
        </EmptyState>
      ) : (
        <>
          <p className="flex flex-wrap items-baseline gap-x-2 px-4 py-3 text-base text-ink-2 sm:px-5">
            <b className="text-xl font-[650] text-ink">{standing.length}</b>
            {standing.length === 1 ? 'event' : 'events'} recorded by you today
            {standing.length > 0 && `, for ${counted(members, 'member')}`}
            {withdrawn > 0 && `; ${withdrawn} withdrawn`}
          </p>
          <Failure
            error={refused}
            otherwise="The event was not withdrawn. Please try again."
            onClose={reset}
            className="px-4 pb-3 sm:px-5"
          />
          <ol>
            {shown.map((event) => (
              <Line key={event.id} event={event} today={data.today} onWithdraw={() => setAsked(event)} />
            ))}
          </ol>
          {events.length > shown.length && (
            <p className="border-t px-4 py-2 text-sm text-ink-2 sm:px-5">
              {counted(events.length - shown.length, 'earlier event')}.{' '}
              <button
                type="button"
                onClick={() => setShowsAll(true)}
                className="font-semibold text-brand hover:underline pointer-coarse:min-h-11"
              >
                Show all {events.length}
              </button>
            </p>
          )}
        </>
      )}
      {asked !== null && (
        <ConfirmDialog
          title="Withdraw this event?"
          action="Withdraw"
          busy={isLoading}
          onClose={() => setAsked(null)}
          onConfirm={() => confirm(asked)}
        >
          {kindOf(asked).name} for {personText(asked.member)}, {date(asked.effectiveDate)}. It leaves the timeline and
          the figures; the history keeps that it was recorded and withdrawn.
        </ConfirmDialog>
      )}
    </Card>
  );
}

function Line({ event, today, onWithdraw }: { event: OwnEvent; today: string; onWithdraw: () => void }) {
  const { at, member, withdrawnAt, processed, effectiveDate } = event;
  const gone = withdrawnAt !== null;
  const name = kindOf(event).name;
  const details = detailsOf({ ...event, reason: null, status: null });
  return (
    <li className="flex items-start gap-3 border-t px-4 py-2.5 sm:px-5">
      <time dateTime={at} className="w-12 shrink-0 pt-px text-sm text-ink-3">
        {clockOf(at)}
      </time>
      <div className={cx('min-w-0 flex-1 text-base wrap-anywhere', gone && 'text-ink-3 line-through')}>
        <p>
          <b className="font-semibold">{nameOf(member)}</b>{' '}
          {member.surname !== null && member.login !== null && <span className="text-ink-3">{member.login}</span>}
        </p>
        <p className={gone ? undefined : 'text-ink-2'}>
          {name}
          {effectiveDate !== today && `, for ${date(effectiveDate)}`}
          {details !== '' && `: ${details}`}
        </p>
      </div>
      {gone ? (
        <span className="shrink-0 text-sm text-ink-3">Withdrawn {clockOf(withdrawnAt)}</span>
      ) : processed ? (
        <span className="inline-flex shrink-0 items-center gap-1 text-sm text-ink-3">
          <Check size={14} aria-hidden />
          Processed
        </span>
      ) : (
        <Button
          kind="quiet"
          icon={Undo2}
          onClick={onWithdraw}
          aria-label={`Withdraw ${name} for ${nameOf(member)}`}
          className="-my-1 -mr-2 px-2!"
        >
          Withdraw
        </Button>
      )}
    </li>
  );
}
