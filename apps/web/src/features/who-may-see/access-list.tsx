import type { AccessRow } from '@superscope/contracts/access-on';
import type { ReactNode } from 'react';
import { roleName } from '../../portal/session/user';
import { dateTime } from '../../ui/format';

/** Accounts as a table; on narrow screens as one card each. */
export const AccessList = ({ users }: { users: readonly AccessRow[] }) => (
  <>
    <div className="hidden overflow-x-auto lg:block" role="region" aria-label="Accounts: table" tabIndex={0}>
      <table className="w-full text-base">
        <thead>
          <tr className="border-b bg-sunken text-left text-sm text-ink-2">
            <th className="py-2 pl-5 font-semibold">User</th>
            <th className="py-2 pl-4 font-semibold">Role</th>
            <th className="py-2 pl-4 font-semibold">Belongs to</th>
            <th className="py-2 pl-4 font-semibold">State</th>
            <th className="py-2 pl-4 pr-5 font-semibold">Last sign-in</th>
          </tr>
        </thead>
        <tbody>
          {users.map((user) => (
            <tr key={user.userId} className="border-b align-top last:border-0">
              <td className="max-w-[320px] py-3 pl-5">
                <Who user={user} />
              </td>
              <td className="py-3 pl-4">{roleName(user.role)}</td>
              <td className="max-w-[280px] py-3 pl-4 text-ink-2">{user.contextName ?? '–'}</td>
              <td className="py-3 pl-4">{stateOf(user)}</td>
              <td className="whitespace-nowrap py-3 pl-4 pr-5 text-ink-2">{lastSignIn(user)}</td>
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
            <Line name="State">{stateOf(user)}</Line>
            <Line name="Last sign-in">{lastSignIn(user)}</Line>
          </dl>
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

const Who = ({ user: { username, name, emailOrDomain } }: { user: AccessRow }) => (
  <>
    <p className="wrap-anywhere font-semibold">{name ?? username}</p>
    <p className="wrap-anywhere text-sm text-ink-3">
      {[...new Set([...(name === null ? [] : [username]), emailOrDomain])].filter((text) => text !== null).join(' · ')}
    </p>
  </>
);

const stateOf = ({ active, verified, app }: AccessRow): string =>
  [active ? (verified ? 'Active' : 'Invited') : 'Inactive', ...(app ? ['app at sign-in'] : [])].join(', ');

const lastSignIn = ({ lastSignInAt }: AccessRow): string => (lastSignInAt === null ? 'Never' : dateTime(lastSignInAt));
