import type { Feature } from '../../portal/feature';

export const security: Feature = {
  pages: [{ path: '/staff/security', load: async () => (await import('./security.page')).SecurityPage }],
  right: 'users.manage',
  menu: { id: 'staff', entries: [{ label: 'Security', to: '/staff/security' }] },
  staleTags: [{ type: 'Users', after: ['users'], of: 'settings' }],
};
