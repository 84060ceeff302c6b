import { allPlansContext } from '@superscope/contracts/users';
import { companyStream } from '@superscope/domain/company/company';
import { planStream } from '@superscope/domain/plan/plan';
import { platformStream } from '@superscope/domain/platform/platform';
import { providerStream } from '@superscope/domain/provider/provider';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { Role, UserContext } from '@superscope/domain/user/user.events';
import type { EventStore } from '@superscope/event-store/event-store';

/** The kinds of thing that a role's context id may name. Users of other roles have no context. */
const kindsOf: Partial<Record<Role, readonly ('company' | 'provider' | 'platform' | 'plan')[]>> = {
  CompanyRep: ['company'],
  ProviderRep: ['provider'],
  AuthorizedRep: ['provider'],
  BrowserClient: ['company', 'platform', 'plan'],
};

/** The context of a role, by the id that an Admin chose. Throws RuleViolation if the id is missing or names nothing that exists. */
export async function contextOf(store: EventStore, role: Role, contextId: string | null): Promise<UserContext | null> {
  const kinds = kindsOf[role];
  if (kinds === undefined) return null;
  if (!contextId) throw new RuleViolation('invalid', 'Dealer/Adviser/Provider/Plan Id is required');
  if (role === 'AuthorizedRep' && contextId === allPlansContext) return { kind: 'allPlans', id: null };
  const exists = {
    company: async () => (await store.load(companyStream, contextId)).state !== null,
    provider: async () => (await store.load(providerStream, contextId)).state !== null,
    platform: async () => (await store.load(platformStream, contextId)).state !== null,
    plan: async () => (await store.load(planStream, contextId)).revision >= 0n,
  };
  for (const kind of kinds) if (await exists[kind]()) return { kind, id: contextId };
  const what = kinds.length === 1 ? kinds[0] : 'employer or platform';
  throw new RuleViolation('invalid', `There is no ${what} ${contextId}.`);
}
