import type { Feature } from '../../portal/feature';
import { administers } from '../../portal/session/user';

export const accessTokens: Feature = {
  pages: [{ path: '/staff/access-tokens', load: async () => (await import('./access-tokens.page')).AccessTokensPage }],
  may: administers,
  menu: { id: 'staff', entries: [{ label: 'Access tokens', to: '/staff/access-tokens' }] },
  staleTags: [{ type: 'Programs', after: ['users'], of: 'settings' }],
};
