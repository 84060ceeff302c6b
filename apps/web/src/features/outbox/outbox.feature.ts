import type { Feature } from '../../portal/feature';
import { operates } from '../../portal/session/user';

export const outbox: Feature = {
  pages: [{ path: '/operations/outbox', load: async () => (await import('./outbox.page')).OutboxPage }],
  may: operates,
  menu: { id: 'operations', entries: [{ label: 'Outbox', to: '/operations/outbox' }] },
};
