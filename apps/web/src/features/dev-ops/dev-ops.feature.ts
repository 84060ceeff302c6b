import type { Feature } from '../../portal/feature';

export const devOps: Feature = {
  pages: [{ path: '/staff/devOps', load: async () => (await import('./dev-ops.page')).DevOpsPage }],
  right: 'operations.read',
  menu: { id: 'operations', entries: [{ label: 'Developer Operations', to: '/staff/devOps' }] },
};
