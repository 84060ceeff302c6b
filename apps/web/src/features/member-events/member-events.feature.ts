import type { Feature } from '../../portal/feature';
import { recordsEvents } from '../../portal/session/user';

/** For consultants and staff: what was done with a member, and what they did. */
export const memberEvents: Feature = {
  pages: [{ path: '/staff/memberEvents', load: async () => (await import('./member-events.page')).MemberEventsPage }],
  may: recordsEvents,
  menu: { id: 'staff', entries: [{ label: 'Member events', to: '/staff/memberEvents' }] },
  staleTags: [
    { type: 'MemberEvents', after: ['memberEvents', 'contactRequests', 'members'], of: 'allPlans' },
    { type: 'Consultants', after: ['users'], of: 'settings' },
  ],
};
