import type { Feature } from '../../portal/feature';

const entries = [{ label: 'OneCentral activity', to: '/staff/onecentralActivity' }];

/** Who looked at what, for Staff and Admins; Auditors find it under Audit. */
export const onecentralActivity: Feature = {
  pages: [
    {
      path: '/staff/onecentralActivity',
      load: async () => (await import('./onecentral-activity.page')).OnecentralActivityPage,
    },
  ],
  right: 'activity.read',
  menu: [
    { id: 'staff', right: 'members.read', entries },
    { id: 'audit', entries },
  ],
};
