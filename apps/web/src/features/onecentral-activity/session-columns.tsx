import type { ActivitySession } from '@superscope/contracts/onecentral-activity';
import type { RecordColumn } from '../../portal/records/record-columns';
import { roleName, type Role } from '../../portal/user/user';
import { cx } from '../../ui/class-names';
import { durationText } from '../../ui/duration';
import { dateTime, momentTime, number } from '../../ui/format';
import { contextText, detailsOf, repeatsIn, typeText, type Repeats } from './activity-text';

export const sessionColumns: readonly RecordColumn<ActivitySession>[] = [
  { head: 'Session start', cell: ({ sessionStart }) => dateTime(sessionStart), className: 'whitespace-nowrap' },
  { head: 'Duration', cell: ({ duration }) => durationText(duration), className: 'whitespace-nowrap' },
  { head: 'User', cell: userOf, className: 'max-w-72 wrap-anywhere' },
  { head: 'Role', cell: roleOf, listed: ({ role }) => role !== null, className: 'text-ink-2' },
  {
    head: 'Remote address',
    cell: ({ remoteAddress }) => remoteAddress ?? '–',
    listed: ({ remoteAddress }) => remoteAddress !== null,
    className: 'text-ink-2 wrap-anywhere',
  },
  { head: 'Actions', cell: ({ actionCount }) => number(actionCount) },
];

/** A session opens to its actions. */
export const actionsOf = {
  label: ({ sessionStart, username }: ActivitySession) =>
    `${dateTime(sessionStart)}, ${username ?? 'nobody signed in'}: actions`,
  more: (session: ActivitySession) => <Actions session={session} />,
};

function userOf({ username, name }: ActivitySession) {
  if (username === null) return <span className="text-ink-3">Nobody signed in</span>;
  if (name === null) return username;
  return (
    <>
      {name}
      <span className="block text-sm text-ink-3">{username}</span>
    </>
  );
}

function roleOf({ role }: ActivitySession): string {
  return role === null ? '–' : roleName(role as Role);
}

function Actions({ session: { sessionId, actions, actionCount } }: { session: ActivitySession }) {
  return (
    <>
      <p className="py-2 text-sm text-ink-3">
        Session <span className="select-all">{sessionId}</span>
        {actions.length < actionCount && ` · the newest ${number(actions.length)} of ${number(actionCount)} actions`}
      </p>
      <ol className="divide-y rounded-md border bg-surface">
        {repeatsIn(actions).map((repeats, at) => (
          <Action key={at} repeats={repeats} />
        ))}
      </ol>
    </>
  );
}

function Action({ repeats: { action, times, since } }: { repeats: Repeats }) {
  const { timestamp, context, type, path, referrer, outcome } = action;
  const details = detailsOf(action);
  return (
    <li className="grid gap-x-4 gap-y-0.5 px-3 py-2 lg:grid-cols-[9.5rem_minmax(0,1.2fr)_9rem_minmax(0,1.2fr)]">
      <time dateTime={timestamp} className="tnum whitespace-nowrap text-ink-2">
        {momentTime(timestamp)}
      </time>
      <div className="min-w-0">
        <p className={cx('font-medium', outcome !== 'ok' && 'text-danger')}>
          {action.action}
          {times > 1 && (
            <span className="font-normal text-ink-2">
              {' '}
              {number(times)} times since {momentTime(since)}
            </span>
          )}
        </p>
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
