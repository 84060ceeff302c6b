import 'fastify';
import type { Role } from '@superscope/domain/user/user.events';

/** The plans whose figures a caller may see by any path. No context means no plans; `all` is always explicit. */
export type PlanScope = { kind: 'plans'; planIds: ReadonlySet<string> } | { kind: 'all' };

/** The caller, resolved from a session or token that the server has checked. */
export interface Principal {
  userId: string;
  username: string;
  name: string | null;
  role: Role;
  scope: PlanScope;
  /** Set for a microsite that was registered for one employer: it reads nothing of other employers, also of the same plan. */
  onlyCompanyId?: string;
  /** Of a company representative: the employer for whom they sign in. Their plan may have others. */
  companyId?: string;
  /**
   * Set if the request comes from a document's page with the token of that document, issued for this user. It can only read what such pages
   * show.
   */
  document?: string;
}

export const inScope = (scope: PlanScope, planId: string | null): boolean =>
  scope.kind === 'all' || (planId !== null && scope.planIds.has(planId));

/** A filter for the documents of the plans in scope. */
export const plansInScope = (scope: PlanScope) => (scope.kind === 'all' ? {} : { _id: { $in: [...scope.planIds] } });

/** The caller's only plan; null if the scope is not exactly one plan. */
export const onlyPlan = (scope: PlanScope): string | null =>
  scope.kind === 'plans' && scope.planIds.size === 1 ? [...scope.planIds][0]! : null;

declare module 'fastify' {
  interface FastifyRequest {
    principal?: Principal;
    /** A key that contains the secret of the session or token: never store or log it. */
    credentialKey?: string;
  }
}
