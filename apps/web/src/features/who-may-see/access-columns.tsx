import type { AccessRow } from '@superscope/contracts/access-on';
import type { RecordColumn } from '../../portal/records/record-columns';
import { AccountName } from '../../portal/session/account-name';
import { roleName } from '../../portal/user/user';
import { dateTime } from '../../ui/format';

export const accessColumns: readonly RecordColumn<AccessRow>[] = [
  { head: 'User', cell: (user) => <AccountName account={user} />, className: 'max-w-[320px]' },
  { head: 'Role', cell: ({ role }) => roleName(role) },
  {
    head: 'Belongs to',
    cell: ({ contextName }) => contextName ?? '–',
    listed: ({ contextName }) => contextName !== null,
    className: 'max-w-[280px] text-ink-2',
  },
  { head: 'State', cell: stateOf },
  { head: 'Last sign-in', cell: lastSignIn, className: 'whitespace-nowrap text-ink-2' },
];

function stateOf({ active, verified, app }: AccessRow): string {
  return [active ? (verified ? 'Active' : 'Invited') : 'Inactive', ...(app ? ['app at sign-in'] : [])].join(', ');
}

function lastSignIn({ lastSignInAt }: AccessRow): string {
  return lastSignInAt === null ? 'Never' : dateTime(lastSignInAt);
}
