import type { UserRow } from '@superscope/contracts/users';
import { Pencil, RotateCcw, UserRoundCheck, UserRoundX } from 'lucide-react';
import type { RecordColumn } from '../../portal/records/record-columns';
import { AccountName } from '../../portal/session/account-name';
import { roleName } from '../../portal/user/user';
import { Button } from '../../ui/button';
import { cx } from '../../ui/class-names';
import { dateTime } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';

export interface UserActions {
  onEdit: (user: UserRow) => void;
  onActivation: (user: UserRow) => void;
  onClear: (user: UserRow) => void;
  onInvite: (user: UserRow) => void;
  onResetApp: (user: UserRow) => void;
}

export const userColumns = ({ onEdit, ...actions }: UserActions): readonly RecordColumn<UserRow>[] => [
  { head: 'User', cell: (user) => <AccountName account={user} />, className: 'max-w-[300px]' },
  { head: 'Role', cell: ({ role }) => roleName(role) },
  {
    head: 'Belongs to',
    cell: ({ contextName }) => contextName ?? '–',
    listed: ({ contextName }) => contextName !== null,
    className: 'max-w-[220px] text-ink-2',
  },
  { head: 'State', cell: (user) => <State user={user} {...actions} /> },
  {
    head: 'Failed attempts',
    cell: (user) => <Failures user={user} onClear={actions.onClear} />,
    listed: ({ failedAuthenticationAttempts }) => failedAuthenticationAttempts > 0,
  },
  { head: 'Actions', quiet: true, cell: (user) => <Actions user={user} onEdit={onEdit} {...actions} /> },
];

const SECOND_STEPS = { app: 'App at sign-in', email: 'Code by e-mail' } as const;

const secondStepsOf = ({ secondFactor, passkeys }: UserRow): string[] => [
  ...(secondFactor === null ? [] : [SECOND_STEPS[secondFactor]]),
  ...(passkeys === 0 ? [] : [passkeys === 1 ? 'One passkey' : `${passkeys} passkeys`]),
];

/** Second factors that an Admin can remove after their owner has lost them. */
export const ownedBy = ({ secondFactor, passkeys }: UserRow): string =>
  [...(secondFactor === 'app' ? ['the app'] : []), ...(passkeys > 0 ? ['the passkeys'] : [])].join(' and ');

/** Whether the user has not yet set the first password from the invitation. */
const isInvited = ({ active, verified, role, emailOrDomain }: UserRow) =>
  active && !verified && emailOrDomain !== null && role !== 'Application' && role !== 'BrowserClient';

const State = ({ user, onResetApp, onInvite }: { user: UserRow } & Pick<UserActions, 'onResetApp' | 'onInvite'>) => (
  <>
    <span className="inline-flex items-center gap-2">
      <span className={cx('size-2 rounded-full', user.active ? 'bg-good' : 'bg-line-strong')} aria-hidden />
      {user.active ? (user.verified ? 'Active' : 'Invited') : 'Inactive'}
    </span>
    {isInvited(user) && (
      <p className="text-sm">
        <button
          type="button"
          aria-label={`invite again: ${user.username}`}
          className="link hover:underline"
          onClick={() => onInvite(user)}
        >
          invite again
        </button>
      </p>
    )}
    {(user.secondFactor !== null || user.passkeys > 0) && (
      <p className="whitespace-nowrap text-sm text-ink-3">
        {secondStepsOf(user).join(' · ')}
        {(user.secondFactor === 'app' || user.passkeys > 0) && (
          <>
            {' · '}
            <button
              type="button"
              aria-label={`Take away ${ownedBy(user)} of ${user.username}`}
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
