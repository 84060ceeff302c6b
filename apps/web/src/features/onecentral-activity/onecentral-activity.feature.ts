import type { Feature } from '../../portal/feature';
import { seesActivity } from '../../portal/session/user';

const entries = [{ label: 'OneCentral activity', to: '/staff/onecentralActivity' }];

/** Who looked at what, for Staff and Admins; Auditors find it under Audit. */
export const onecentralActivity: Feature = {
  pages: [
    {
      path: '/staff/onecentralActivity',
      load: async () => (await import('./onecentral-activity.page')).OnecentralActivityPage,
    },
  ],
  may: seesActivity,
  menu: ({ role }) => ({ id: role === 'Auditor' ? 'audit' : 'staff', entries }),
};
