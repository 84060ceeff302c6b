import type { Feature } from '../../portal/feature';
import { administers } from '../../portal/session/user';

export const security: Feature = {
  pages: [{ path: '/staff/security', load: async () => (await import('./security.page')).SecurityPage }],
  may: administers,
  menu: { id: 'staff', entries: [{ label: 'Security', to: '/staff/security' }] },
  staleTags: [{ type: 'Users', after: ['users'], of: 'settings' }],
};
