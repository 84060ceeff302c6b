import type { SignedInUser } from '@superscope/contracts/authentication';

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

/** A company representative has one plan, given by the server; everybody else chooses. */
export const choosesPlan = (user: User) => user.role !== 'CompanyRep';
/** Developer operations see no member or plan numbers. */
export const seesPlans = (user: User) => user.role !== 'DevOps';
/** Users who may see system health and dead letters. */
export const operates = (user: User) => user.role === 'DevOps' || user.role === 'Admin';
/** Users who may watch figures by mail: an Auditor writes nothing. */
export const watches = (user: User) => seesPlans(user) && user.role !== 'Auditor';
/** Users who may switch figures from the employer's view to exact ones. */
export const seesExact = (user: User) => ['Staff', 'Admin', 'Auditor'].includes(user.role);
/** Users who may import and export the fund's files. */
export const importsFiles = (user: User) => user.role === 'Staff' || user.role === 'Admin';
/** Users who decide what other users may see. */
export const administers = (user: User) => user.role === 'Admin';
/** Users who may see plans as they stood at a past moment. */
export const audits = (user: User) => user.role === 'Auditor' || user.role === 'Admin';
/** Users who may see the log of who looked at what. */
export const seesActivity = (user: User) => ['Staff', 'Admin', 'Auditor'].includes(user.role);
export const isStaffLevel = (user: User) => ['AuthorizedRep', 'Staff', 'Admin', 'DevOps'].includes(user.role);

/** Users who may look up members and record member events. */
export const recordsEvents = (user: User) => ['AuthorizedRep', 'Staff', 'Admin'].includes(user.role);

/** The first letters of the first and the last word. */
export const initials = (name: string) =>
  name
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => word[0]!.toUpperCase())
    .filter((_, at, all) => at === 0 || at === all.length - 1)
    .join('');
