import type { Feature } from '../../portal/feature';

export const deadLetters: Feature = {
  pages: [
    { path: '/operations/dead-letters', load: async () => (await import('./dead-letters.page')).DeadLettersPage },
  ],
  right: 'operations.read',
  menu: { id: 'operations', entries: [{ label: 'Dead letters', to: '/operations/dead-letters' }] },
};
