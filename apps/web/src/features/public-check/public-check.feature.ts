import type { Feature } from '../../portal/feature';

/** Whether the portal made a report, for anybody who holds it. */
export const publicCheck: Feature = {
  pages: [{ path: '/check', load: async () => (await import('./public-check.page')).PublicCheckPage }],
  right: 'public',
};
