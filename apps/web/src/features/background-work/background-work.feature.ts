import type { Feature } from '../../portal/feature';

export const backgroundWork: Feature = {
  pages: [
    {
      path: '/operations/background-work',
      load: async () => (await import('./background-work.page')).BackgroundWorkPage,
    },
  ],
  right: 'work.read',
  menu: { id: 'operations', entries: [{ label: 'Background work', to: '/operations/background-work' }] },
};
