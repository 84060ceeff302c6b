import type { EventName } from '@superscope/contracts/event-names';
import type { MemberEvent, OneMember } from '@superscope/contracts/member-events';
import { CalendarClock, UserSearch, X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { Link } from 'react-router';
import { NotLoaded } from '../../portal/api/not-loaded';
import { Failure } from '../../portal/api/failure';
import { personText } from '../../portal/members/member-text';
import { Card, CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { date } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { Bone, EmptyState, Skeleton } from '../../ui/states';
import { detailsOf, kindOf, TONES, whenOf } from '../../portal/members/event-text';
import { useMemberEventsQuery } from '../../portal/members/members.api';
import { useWithdrawEventMutation } from './member-events.api';

/** The chosen member's events, newest first. */
export function TimelineCard({ member }: { member: OneMember | null }) {
  if (member === null)
    return (
      <Card aria-label="Timeline" className="grid min-h-72">
        <EmptyState icon={UserSearch} title="No member is chosen">
          Find a member by name, number, login or employer to see what was done with them.
        </EmptyState>
      </Card>
    );
  return <MemberTimeline key={member.id} member={member} />;
}

const titleOf = ({ surname, givenName, login }: OneMember) =>
  [givenName && `${givenName.slice(0, 1)}.`, surname].filter(Boolean).join(' ') || (login ?? 'Member');

const noteOf = ({ login, companyName, joinDate }: OneMember) =>
  [login, companyName, joinDate && `in the plan since ${date(joinDate)}`].filter(Boolean).join(' · ');

function MemberTimeline({ member }: { member: OneMember }) {
  const { data: events, isError, error, isFetching, refetch } = useMemberEventsQuery(member.id);
  const [withdraw, { isLoading, error: refused, reset }] = useWithdrawEventMutation();
  const [asked, setAsked] = useState<MemberEvent | null>(null);
  const [withdrawn, setWithdrawn] = useState<MemberEvent | null>(null);
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The dialog would return the focus to the delete button, which disappears with its event.
    const isLost = asked === null && withdrawn !== null && document.activeElement === document.body;
    if (isLost) list.current?.focus();
  }, [asked, withdrawn, events]);
  const confirm = (event: MemberEvent) => {
    setWithdrawn(null);
    void withdraw(event.id)
      .unwrap()
      .then(
        () => setWithdrawn(event),
        () => undefined,
      )
      .finally(() => setAsked(null));
  };
  return (
    <Card aria-label={`Timeline of ${titleOf(member)}`}>
      <CardHead title={titleOf(member)} note={noteOf(member)} right={<Key />} stacks />
      <Failure
        error={refused}
        otherwise="The event was not withdrawn. Please try again."
        onClose={reset}
        className="mt-4"
      />
      {withdrawn !== null && (
        <div className="mt-4">
          <MessageBox key={withdrawn.id} tone="good" onClose={() => setWithdrawn(null)}>
            {kindOf(withdrawn).name} for {personText(member)} is withdrawn
          </MessageBox>
        </div>
      )}
      <div ref={list} tabIndex={-1} className="mt-5 outline-none">
        {events === undefined ? (
          isError ? (
            <NotLoaded
              what="The timeline"
              note="What you fill in stays."
              error={error}
              onRetry={() => void refetch()}
              className="min-h-56"
            />
          ) : (
            <Skeleton label="timeline" className="min-h-56">
              <Bone className="h-24 sm:w-[48%]" />
              <Bone className="mt-4 h-24 sm:ml-[52%] sm:w-[48%]" />
            </Skeleton>
          )
        ) : events.length === 0 ? (
          <EmptyState icon={CalendarClock} title="Nothing is recorded yet" className="min-h-56">
            {member.erased ? 'This member was erased.' : 'What you submit stands here at once.'}
          </EmptyState>
        ) : (
          <ol
            aria-busy={isFetching}
            className={cx(
              'settle relative before:absolute before:inset-y-2 before:left-[7px] before:w-px before:bg-line sm:before:left-1/2',
              isFetching && 'opacity-70',
            )}
          >
            {events.map((event, i) => (
              <Entry
                key={event.id}
                event={event}
                // What was filed in a plan out of reach is not told, and of an erased member nothing is left of it.
                filedOf={event.eventType === FILED && event.notes !== null && !member.erased ? member.id : null}
                right={i % 2 === 1}
                onWithdraw={member.erased ? null : () => setAsked(event)}
              />
            ))}
          </ol>
        )}
      </div>
      {asked !== null && (
        <ConfirmDialog
          title="Withdraw this event?"
          action="Withdraw"
          busy={isLoading}
          onClose={() => setAsked(null)}
          onConfirm={() => confirm(asked)}
        >
          {kindOf(asked).name} for {personText(member)}, {whenOf(asked)}. It leaves the timeline and the figures; the
          history keeps that it was recorded and withdrawn.
        </ConfirmDialog>
      )}
    </Card>
  );
}

const Key = () => (
  <ul aria-label="Colours" className="flex flex-wrap gap-x-3 gap-y-1 text-sm text-ink-2 sm:justify-end">
    {Object.values(TONES).map(({ label, dot }) => (
      <li key={label} className="inline-flex items-center gap-1.5">
        <i aria-hidden className={cx('size-2.5 rounded-full', dot)} />
        {label}
      </li>
    ))}
  </ul>
);

const FILED: EventName = 'ConsultationFiled';

interface EntryProps {
  event: MemberEvent;
  /** The member whose filed consultation it is, which can be made again; null for other events. */
  filedOf: string | null;
  right: boolean;
  onWithdraw: (() => void) | null;
}

function Entry({ event, filedOf, right, onWithdraw }: EntryProps) {
  const { name, tone } = kindOf(event);
  const details = detailsOf(event);
  return (
    <li className={cx('relative mb-4 pl-8 last:mb-0 sm:w-1/2 sm:pl-0', right ? 'sm:ml-[50%] sm:pl-6' : 'sm:pr-6')}>
      <i
        aria-hidden
        className={cx(
          'absolute left-0 top-4 size-[15px] rounded-full border-[3px] border-surface',
          TONES[tone].dot,
          right ? 'sm:-left-[7px]' : 'sm:-right-[8px] sm:left-auto',
        )}
      />
      <div className="rounded-md border px-3.5 py-3">
        <div className="flex items-start gap-2">
          <p className="min-w-0 flex-1 text-base font-semibold leading-[19px]">{name}</p>
          {!event.processed && onWithdraw !== null && (
            <button
              type="button"
              aria-label={`Withdraw ${name}`}
              title={`Withdraw ${name}`}
              onClick={onWithdraw}
              className="-mr-1.5 -mt-1.5 grid size-8 shrink-0 place-items-center rounded-sm text-danger hover:bg-danger-soft pointer-coarse:-mr-2.5 pointer-coarse:-mt-2.5 pointer-coarse:size-11"
            >
              <X size={17} aria-hidden />
            </button>
          )}
        </div>
        <p className="mt-0.5 text-sm text-ink-3">
          <time dateTime={event.at}>{whenOf(event)}</time>
        </p>
        {details !== '' && <p className="mt-1.5 wrap-anywhere text-base text-ink-2">{details}</p>}
        {filedOf !== null && (
          <Link
            to={`/staff/consultation?${new URLSearchParams({ member: filedOf }).toString()}`}
            className="mt-1.5 inline-block text-base font-semibold text-brand hover:underline"
          >
            Make it again
          </Link>
        )}
        <p className="mt-2 flex flex-wrap items-center justify-between gap-2 text-sm text-ink-3">
          <span className="wrap-anywhere">{event.consultant ?? 'Member'}</span>
          {event.processed ? (
            <span>Processed</span>
          ) : (
            <span className="rounded-full bg-wattle-soft px-2.5 py-0.5 text-xs font-semibold text-wattle-ink">
              Not processed
            </span>
          )}
        </p>
      </div>
    </li>
  );
}
