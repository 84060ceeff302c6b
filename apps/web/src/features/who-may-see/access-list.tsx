import type { AccessRow } from '@superscope/contracts/access-on';
import { AccountName } from '../../portal/session/account-name';
import { roleName } from '../../portal/session/user';
import { dateTime } from '../../ui/format';
import { RecordLine, RecordLines, RecordList } from '../../ui/record-list';

/** Accounts as a table; on narrow screens as one card each. */
export const AccessList = ({ users }: { users: readonly AccessRow[] }) => (
  <RecordList
    label="Accounts"
    items={users}
    idOf={({ userId }) => userId}
    columns={[
      { head: 'User', cell: (user) => <AccountName account={user} />, className: 'max-w-[320px]' },
      { head: 'Role', cell: ({ role }) => roleName(role) },
      { head: 'Belongs to', cell: ({ contextName }) => contextName ?? '–', className: 'max-w-[280px] text-ink-2' },
      { head: 'State', cell: stateOf },
      { head: 'Last sign-in', cell: lastSignIn, className: 'whitespace-nowrap text-ink-2' },
    ]}
    card={(user) => (
      <>
        <AccountName account={user} />
        <RecordLines>
          <RecordLine name="Role">{roleName(user.role)}</RecordLine>
          {user.contextName !== null && <RecordLine name="Belongs to">{user.contextName}</RecordLine>}
          <RecordLine name="State">{stateOf(user)}</RecordLine>
          <RecordLine name="Last sign-in">{lastSignIn(user)}</RecordLine>
        </RecordLines>
      </>
    )}
  />
);

function stateOf({ active, verified, app }: AccessRow): string {
  return [active ? (verified ? 'Active' : 'Invited') : 'Inactive', ...(app ? ['app at sign-in'] : [])].join(', ');
}

function lastSignIn({ lastSignInAt }: AccessRow): string {
  return lastSignInAt === null ? 'Never' : dateTime(lastSignInAt);
}
