import type { ActivityAction, ActivitySession } from '@superscope/contracts/onecentral-activity';
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useId, useState } from 'react';
import { roleName, type Role } from '../../portal/session/user';
import { cx } from '../../ui/class-names';
import { durationText } from '../../ui/duration';
import { dateTime, momentTime, number } from '../../ui/format';
import { RecordLine, RecordLines } from '../../ui/record-list';
import { contextText, detailsOf, typeText } from './activity-text';

/** Sessions as a table whose rows open to their actions; on narrow screens as one card each. */
export function SessionList({ sessions }: { sessions: readonly ActivitySession[] }) {
  const [open, setOpen] = useState<ReadonlySet<string>>(new Set());
  const toggle = (id: string) =>
    setOpen((before) => new Set(before.has(id) ? [...before].filter((each) => each !== id) : [...before, id]));
  const list = { sessions, open, onToggle: toggle };
  return (
    <>
      <SessionTable {...list} />
      <SessionCards {...list} />
    </>
  );
}

interface ListProps {
  sessions: readonly ActivitySession[];
  open: ReadonlySet<string>;
  onToggle: (id: string) => void;
}

const SessionTable = ({ sessions, open, onToggle }: ListProps) => (
  <div
    className="records hidden overflow-x-auto lg:block print:block"
    role="region"
    aria-label="Sessions: table"
    tabIndex={0}
  >
    <table className="w-full text-base">
      <thead>
        <tr className="border-b bg-sunken text-left text-sm text-ink-2">
          {['Session start', 'Duration', 'User', 'Role', 'Remote address', 'Actions'].map((head) => (
            <th key={head} scope="col" className="py-2 pl-4 font-semibold first:pl-5 last:pr-5">
              {head}
            </th>
          ))}
        </tr>
      </thead>
      {sessions.map((session) => (
        <SessionRows
          key={session.sessionId}
          session={session}
          isOpen={open.has(session.sessionId)}
          onToggle={() => onToggle(session.sessionId)}
        />
      ))}
    </table>
  </div>
);

interface SessionProps {
  session: ActivitySession;
  isOpen: boolean;
  onToggle: () => void;
}

function SessionRows({ session, isOpen, onToggle }: SessionProps) {
  const id = useId();
  const { sessionStart, duration, remoteAddress } = session;
  return (
    <tbody className="border-b last:border-0">
      <tr>
        <td className="whitespace-nowrap py-2 pl-3">
          <Toggle session={session} isOpen={isOpen} controls={id} onToggle={onToggle}>
            {dateTime(sessionStart)}
          </Toggle>
        </td>
        <td className="whitespace-nowrap py-2 pl-4">{durationText(duration)}</td>
        <td className="max-w-72 py-2 pl-4 wrap-anywhere">{userOf(session)}</td>
        <td className="py-2 pl-4 text-ink-2">{roleOf(session)}</td>
        <td className="py-2 pl-4 text-ink-2 wrap-anywhere">{remoteAddress ?? '–'}</td>
        <td className="py-2 pl-4 pr-5">{number(session.actionCount)}</td>
      </tr>
      {isOpen && (
        <tr id={id}>
          <td colSpan={6} className="bg-sunken px-5 pb-4 pt-1">
            <Actions session={session} />
          </td>
        </tr>
      )}
    </tbody>
  );
}

const SessionCards = ({ sessions, open, onToggle }: ListProps) => (
  <ul className="lg:hidden print:hidden" aria-label="Sessions">
    {sessions.map((session) => (
      <SessionCard
        key={session.sessionId}
        session={session}
        isOpen={open.has(session.sessionId)}
        onToggle={() => onToggle(session.sessionId)}
      />
    ))}
  </ul>
);

function SessionCard({ session, isOpen, onToggle }: SessionProps) {
  const id = useId();
  return (
    <li className="border-b px-4 py-3 text-base last:border-0">
      <Toggle session={session} isOpen={isOpen} controls={id} onToggle={onToggle}>
        {dateTime(session.sessionStart)}
      </Toggle>
      <RecordLines>
        <RecordLine name="User">{userOf(session)}</RecordLine>
        {session.role !== null && <RecordLine name="Role">{roleOf(session)}</RecordLine>}
        <RecordLine name="Duration">{durationText(session.duration)}</RecordLine>
        {session.remoteAddress !== null && <RecordLine name="Remote address">{session.remoteAddress}</RecordLine>}
        <RecordLine name="Actions">{number(session.actionCount)}</RecordLine>
      </RecordLines>
      {isOpen && (
        <div id={id} className="mt-3">
          <Actions session={session} />
        </div>
      )}
    </li>
  );
}

const userOf = ({ username }: ActivitySession) => username ?? <span className="text-ink-3">Nobody signed in</span>;
const roleOf = ({ role }: ActivitySession) => (role === null ? '–' : roleName(role as Role));

interface ToggleProps extends SessionProps {
  controls: string;
  children: string;
}
function Toggle({ session, isOpen, controls, onToggle, children }: ToggleProps) {
  const Icon = isOpen ? ChevronDown : ChevronRight;
  return (
    <button
      type="button"
      aria-expanded={isOpen}
      aria-controls={isOpen ? controls : undefined}
      aria-label={`${children}, ${session.username ?? 'nobody signed in'}: actions`}
      onClick={onToggle}
      className="inline-flex min-h-9 items-center gap-1.5 rounded-sm pr-1 font-medium text-brand hover:underline pointer-coarse:min-h-11"
    >
      <Icon size={16} aria-hidden />
      {children}
    </button>
  );
}

function Actions({ session: { sessionId, actions, actionCount } }: { session: ActivitySession }) {
  return (
    <>
      <p className="py-2 text-sm text-ink-3">
        Session <span className="select-all">{sessionId}</span>
        {actions.length < actionCount && ` · the newest ${number(actions.length)} of ${number(actionCount)} actions`}
      </p>
      <ol className="divide-y rounded-md border bg-surface">
        {actions.map((action, at) => (
          <Action key={at} action={action} />
        ))}
      </ol>
    </>
  );
}

function Action({ action }: { action: ActivityAction }) {
  const { timestamp, context, type, path, referrer, outcome } = action;
  const details = detailsOf(action);
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-3 py-2 lg:grid-cols-[9.5rem_minmax(0,1.2fr)_9rem_minmax(0,1.2fr)]">
      <time dateTime={timestamp} className="tnum whitespace-nowrap text-ink-2">
        {momentTime(timestamp)}
      </time>
      <div className="min-w-0">
        <p className={cx('font-medium', outcome !== 'ok' && 'text-danger')}>{action.action}</p>
        {details !== '' && <p className="text-sm text-ink-3 wrap-anywhere">{details}</p>}
      </div>
      <p className="text-ink-2">
        {typeText(type)} · {contextText(context)}
      </p>
      <div className="min-w-0 text-sm text-ink-3 wrap-anywhere">
        {path !== null && <p>{path}</p>}
        {referrer !== null && <p>from {referrer}</p>}
      </div>
    </li>
  );
}
