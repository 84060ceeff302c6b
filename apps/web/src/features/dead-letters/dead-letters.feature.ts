import type { Feature } from '../../portal/feature';
import { operates } from '../../portal/session/user';

export const deadLetters: Feature = {
  pages: [
    { path: '/operations/dead-letters', load: async () => (await import('./dead-letters.page')).DeadLettersPage },
  ],
  may: operates,
  menu: { id: 'operations', entries: [{ label: 'Dead letters', to: '/operations/dead-letters' }] },
};
