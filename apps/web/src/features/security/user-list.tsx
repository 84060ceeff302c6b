import type { UserRow } from '@superscope/contracts/users';
import { Pencil, RotateCcw, UserRoundCheck, UserRoundX } from 'lucide-react';
import type { ReactNode } from 'react';
import { roleName } from '../../portal/session/user';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { dateTime } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';

export interface UserActions {
  onEdit: (user: UserRow) => void;
  onActivation: (user: UserRow) => void;
  onClear: (user: UserRow) => void;
  onResetApp: (user: UserRow) => void;
}

/** Users as a table; on narrow screens as one card each. */
export const UserList = ({ users, ...actions }: { users: readonly UserRow[] } & UserActions) => (
  <>
    <div className="hidden overflow-x-auto lg:block" role="region" aria-label="Users: table" tabIndex={0}>
      <table className="w-full text-base">
        <thead>
          <tr className="border-b bg-sunken text-left text-sm text-ink-2">
            <th className="py-2 pl-5 font-semibold">User</th>
            <th className="py-2 pl-4 font-semibold">Role</th>
            <th className="py-2 pl-4 font-semibold">Belongs to</th>
            <th className="py-2 pl-4 font-semibold">State</th>
            <th className="py-2 pl-4 font-semibold">Failed attempts</th>
            <th className="py-2 pl-4 pr-5">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.userId} className="border-b align-top last:border-0">
              <td className="max-w-[300px] py-3 pl-5">
                <Who user={user} />
              </td>
              <td className="py-3 pl-4">{roleName(user.role)}</td>
              <td className="max-w-[220px] py-3 pl-4 text-ink-2">{user.contextName ?? '–'}</td>
              <td className="py-3 pl-4">
                <State user={user} onResetApp={actions.onResetApp} />
              </td>
              <td className="py-3 pl-4">
                <Failures user={user} onClear={actions.onClear} />
              </td>
              <td className="py-1.5 pl-4 pr-5">
                <Actions user={user} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <ul className="lg:hidden">
      {users.map((user) => (
        <li key={user.userId} className="border-b px-4 py-4 last:border-0">
          <Who user={user} />
          <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-base">
            <Line name="Role">{roleName(user.role)}</Line>
            {user.contextName !== null && <Line name="Belongs to">{user.contextName}</Line>}
            <Line name="State">
              <State user={user} onResetApp={actions.onResetApp} />
            </Line>
            {user.failedAuthenticationAttempts > 0 && (
              <Line name="Failed attempts">
                <Failures user={user} onClear={actions.onClear} />
              </Line>
            )}
          </dl>
          <div className="mt-3">
            <Actions user={user} {...actions} />
          </div>
        </li>
      ))}
    </ul>
  </>
);

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
);

const Who = ({ user: { username, name, emailOrDomain } }: { user: UserRow }) => (
  <>
    <p className="wrap-anywhere font-semibold">{name ?? username}</p>
    <p className="wrap-anywhere text-sm text-ink-3">
      {[...new Set([...(name === null ? [] : [username]), emailOrDomain])].filter((text) => text !== null).join(' · ')}
    </p>
  </>
);

const SECOND_STEPS = { app: 'App at sign-in', email: 'Code by e-mail' } as const;

const State = ({ user, onResetApp }: { user: UserRow } & Pick<UserActions, 'onResetApp'>) => (
  <>
    <span className="inline-flex items-center gap-2">
      <span className={cx('size-2 rounded-full', user.active ? 'bg-good' : 'bg-line-strong')} aria-hidden />
      {user.active ? (user.verified ? 'Active' : 'Invited') : 'Inactive'}
    </span>
    {user.secondFactor !== null && (
      <p className="whitespace-nowrap text-sm text-ink-3">
        {SECOND_STEPS[user.secondFactor]}
        {user.secondFactor === 'app' && (
          <>
            {' · '}
            <button
              type="button"
              aria-label={`Take away the app of ${user.username}`}
              className="link hover:underline"
              onClick={() => onResetApp(user)}
            >
              take away
            </button>
          </>
        )}
      </p>
    )}
  </>
);

function Failures({ user, onClear }: { user: UserRow; onClear: (user: UserRow) => void }) {
  const { failedAuthenticationAttempts: failures, slowedUntil, username } = user;
  if (failures === 0 && slowedUntil === null) return <span className="text-ink-3">None</span>;
  return (
    <div className="flex items-start gap-2">
      <div>
        <p>{failures}</p>
        {slowedUntil !== null && (
          <p className="text-sm text-attention">Has to wait until {dateTime(slowedUntil).slice(11)}</p>
        )}
      </div>
      <span className="-my-2">
        <IconButton icon={RotateCcw} label={`Clear failed attempts of ${username}`} onClick={() => onClear(user)} />
      </span>
    </div>
  );
}

const Actions = ({ user, onEdit, onActivation }: { user: UserRow } & UserActions) => (
  <div className="flex gap-2 lg:justify-end">
    {user.role !== 'Application' && (
      <Button icon={Pencil} aria-label={`Edit ${user.username}`} onClick={() => onEdit(user)}>
        Edit
      </Button>
    )}
    <Button
      icon={user.active ? UserRoundX : UserRoundCheck}
      aria-label={`${user.active ? 'De-Activate' : 'Activate'} ${user.username}`}
      onClick={() => onActivation(user)}
    >
      {user.active ? 'De-Activate' : 'Activate'}
    </Button>
  </div>
);
