import type { MemberOverview } from '@superscope/contracts/member-overview';
import { may, type User } from '../../portal/user/user';

export const TABS = {
  overview: 'Overview',
  timeline: 'Timeline',
  fees: 'Fees',
  cover: 'Cover',
  consultations: 'Consultations',
  advice: 'Advice',
  looked: 'Who looked',
} as const;
export type Tab = keyof typeof TABS;

/** The tabs that a role may see of a member. Of an erased one nothing is left but what was recorded, and who looked. */
export function tabsFor(user: User | null, { erased }: Pick<MemberOverview, 'erased'>): Tab[] {
  const shown: Record<Tab, boolean> = {
    overview: !erased,
    timeline: true,
    fees: !erased && may(user, 'fees.compare'),
    cover: !erased && may(user, 'insurance.quote'),
    consultations: !erased && may(user, 'consultations.file'),
    advice: !erased,
    looked: may(user, 'activity.read'),
  };
  return (Object.keys(TABS) as Tab[]).filter((tab) => shown[tab]);
}
