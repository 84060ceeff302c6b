import type { Feature } from '../../portal/feature';

export const accessTokens: Feature = {
  pages: [{ path: '/staff/access-tokens', load: async () => (await import('./access-tokens.page')).AccessTokensPage }],
  right: 'users.manage',
  menu: { id: 'staff', entries: [{ label: 'Access tokens', to: '/staff/access-tokens' }] },
  staleTags: [{ type: 'Programs', after: ['users'], of: 'settings' }],
};
