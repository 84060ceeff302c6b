import type { Feature } from '../../portal/feature';

/** For consultants and staff: all about one member in one place. Each tab has its address. */
export const member: Feature = {
  pages: [{ path: '/staff/members/:memberId?/:tab?', load: async () => (await import('./member.page')).MemberPage }],
  right: 'members.read',
  menu: { id: 'staff', entries: [{ label: 'Members', to: '/staff/members' }] },
  staleTags: [{ type: 'MemberOverview', after: ['members', 'memberSnapshots'], of: 'onePlan' }],
};
