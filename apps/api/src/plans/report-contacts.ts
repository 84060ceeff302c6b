import { relationshipManager, type ReportContacts } from '@superscope/contracts/plan-report';
import type { providerContactFields, PublishedRow } from '@superscope/domain/published-table/published-rows';

export type Contact = PublishedRow<typeof providerContactFields>;
type Named = ReportContacts['providerContacts'][number];

const bySequence = (rows: readonly Contact[]): Named[] =>
  rows
    .toSorted((a, b) => a.sequence - b.sequence)
    .map(({ title, name, email, phone }) => ({ title, name, email, phone }));

const isManager = ({ title }: Named): boolean => title === relationshipManager;

/**
 * Whom a provider names to a plan: the plan's relationship manager first, then the plan's own contacts, then those of every plan. The plan's
 * contacts name its manager, or else the plan's record does, or else the provider has one for every plan.
 */
export function contactsOf(
  recordedManager: string | null,
  ofPlan: readonly Contact[],
  ofProvider: readonly Contact[],
): Named[] {
  const [own, shared] = [bySequence(ofPlan), bySequence(ofProvider)];
  const managers = [...own, ...shared].filter(isManager);
  const recorded =
    recordedManager === null
      ? undefined
      : (managers.find(({ name }) => name === recordedManager) ?? {
          title: relationshipManager,
          name: recordedManager,
          email: null,
          phone: null,
        });
  const manager = own.find(isManager) ?? recorded ?? managers[0];
  const others = [...own, ...shared].filter((contact) => !isManager(contact));
  return manager === undefined ? others : [manager, ...others];
}
