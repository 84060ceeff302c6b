import type { Feature } from '../../portal/feature';

/** How long screens, calls and jobs took, and what happened beside them. */
export const speed: Feature = {
  pages: [{ path: '/operations/speed', load: async () => (await import('./speed.page')).SpeedPage }],
  right: 'operations.read',
  menu: { id: 'operations', entries: [{ label: 'Speed', to: '/operations/speed' }] },
};
