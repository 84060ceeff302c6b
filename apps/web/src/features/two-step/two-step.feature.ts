import type { Feature } from '../../portal/feature';

/** The signed-in user's second factors, reached from the user menu. */
export const twoStep: Feature = {
  pages: [{ path: '/two-step', load: async () => (await import('./two-step.page')).TwoStepPage }],
  right: 'account.self',
};
