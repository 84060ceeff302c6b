import type { Feature } from '../../portal/feature';

export const resetPassword: Feature = {
  pages: [
    { path: '/reset-password', load: async () => (await import('./reset-password.page')).ResetPasswordPage },
    { path: '/activate', load: async () => (await import('./activate.page')).ActivatePage },
  ],
  right: 'public',
};
