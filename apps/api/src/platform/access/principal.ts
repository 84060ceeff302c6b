import 'fastify';
import type { Role } from '@superscope/domain/user/user.events';

/** The plans whose numbers a caller may see by any path. No context means no plans; `all` is always explicit. */
export type PlanScope = { kind: 'plans'; planIds: ReadonlySet<string> } | { kind: 'all' };

/** The caller, resolved from a session or token that the server has checked. */
export interface Principal {
  userId: string;
  username: string;
  name: string | null;
  role: Role;
  scope: PlanScope;
  /**
   * The document whose page asks with the token of that document, for this person. It reads only what such pages
   * show.
   */
  document?: string;
}

export const inScope = (scope: PlanScope, planId: string): boolean => scope.kind === 'all' || scope.planIds.has(planId);

/** The caller's one plan, where their scope is exactly one. */
export const onlyPlan = (scope: PlanScope): string | null =>
  scope.kind === 'plans' && scope.planIds.size === 1 ? [...scope.planIds][0]! : null;

declare module 'fastify' {
  interface FastifyRequest {
    principal?: Principal;
    /** The session's or token's key, which contains its secret: never store or log it. */
    credentialKey?: string;
  }
}
