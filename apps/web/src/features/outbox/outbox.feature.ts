import type { Feature } from '../../portal/feature';

export const outbox: Feature = {
  pages: [{ path: '/operations/outbox', load: async () => (await import('./outbox.page')).OutboxPage }],
  right: 'operations.read',
  menu: { id: 'operations', entries: [{ label: 'Outbox', to: '/operations/outbox' }] },
};
