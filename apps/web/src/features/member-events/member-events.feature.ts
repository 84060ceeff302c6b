import type { Feature } from '../../portal/feature';

/** For consultants and staff: what was done with a member, and what they did. */
export const memberEvents: Feature = {
  pages: [{ path: '/staff/memberEvents', load: async () => (await import('./member-events.page')).MemberEventsPage }],
  right: 'members.read',
  menu: { id: 'staff', entries: [{ label: 'Member events', to: '/staff/memberEvents' }] },
  staleTags: [{ type: 'Consultants', after: ['users'], of: 'settings' }],
};
