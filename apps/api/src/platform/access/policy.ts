import { SetMetadata } from '@nestjs/common';
import type { Role } from '@superscope/domain/user/user.events';

/** What an area of the product lets which roles do: the one declarative table of rights. Deny by default. */
export const rights = {
  /** Employer-facing figures: dashboard, plans in reach, query service. */
  'portal.read': ['CompanyRep', 'ProviderRep', 'AuthorizedRep', 'Staff', 'Admin', 'Auditor', 'Application'],
  /** Import and export of the fund's files. */
  'import-export.read': ['Staff', 'Admin'],
  'import-export.write': ['Staff', 'Admin', 'Application'],
  /** Corrections of what was imported: plan closed, import withdrawn, campaign cancelled. */
  'corrections.write': ['Admin'],
  /** Publishing a plan's closed months anew, which changes what employers read. */
  'plans.publish': ['Admin'],
  'users.manage': ['Admin'],
  /** What runs, how far it is, and what was set aside: no figures of plans or members. */
  'operations.read': ['DevOps', 'Admin'],
  /** Retrying and dropping what was set aside. */
  'operations.write': ['DevOps', 'Admin'],
  /** The description of the endpoints. */
  'api-docs.read': ['Staff', 'Admin', 'DevOps', 'Auditor', 'Application'],
  /** Anything that every signed-in person may do with their own account. */
  'account.self': ['CompanyRep', 'ProviderRep', 'AuthorizedRep', 'Staff', 'Admin', 'DevOps', 'Auditor'],
} as const satisfies Record<string, readonly Role[]>;

export type Right = keyof typeof rights;

/** `public`: no session needed. Otherwise a session whose role has the right. */
export type PolicyRule = 'public' | Right;

export const policyKey = 'superscope:policy';

/** Declares an endpoint's rule. An endpoint without one does not start (policy.guard.ts). */
export const Policy = (rule: PolicyRule) => SetMetadata(policyKey, rule);

export const readsKey = 'superscope:reads';

/** A POST that only asks (its question is too long for an address): it needs no requested-by header. */
export const Reads = () => SetMetadata(readsKey, true);

export const watchedKey = 'superscope:watched';

/**
 * Asked over and over by an open page: it is no sign that somebody is there, and keeps no session alive. A page that nobody touched
 * for a while says so itself (`X-Unattended`) of what it asks.
 */
export const Watched = () => SetMetadata(watchedKey, true);

export const may = (role: Role, right: Right): boolean => (rights[right] as readonly Role[]).includes(role);

/** Who may ask for answers without the employer rule, for back-office tools. */
export const staffAudience: readonly Role[] = ['Staff', 'Admin', 'Auditor'];
