import type { SignedInUser } from '@superscope/contracts/authentication';
import type { Right } from '@superscope/contracts/rights';

export type User = SignedInUser;
export type Role = User['role'];

const ROLE_NAMES: Record<string, string> = {
  CompanyRep: 'Company representative',
  ProviderRep: 'Provider representative',
  AuthorizedRep: 'Authorised representative',
  DevOps: 'Developer operations',
  BrowserClient: 'Browser client',
};
export const roleName = (role: Role) => ROLE_NAMES[role] ?? role;
export const displayName = (user: User) => user.name ?? user.username;

/** Whether the session's answer gives the user a right. The server checks every request by itself. */
export const may = (user: User | null, right: Right): boolean => user?.rights.includes(right) ?? false;

/** The first letters of the first and the last word. */
export const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase())
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('');
