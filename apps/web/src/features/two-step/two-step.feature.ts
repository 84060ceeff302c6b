import type { Feature } from '../../portal/feature';

/** Everybody's own second step at sign-in; the menu of the user leads here. */
export const twoStep: Feature = {
  pages: [{ path: '/two-step', load: async () => (await import('./two-step.page')).TwoStepPage }],
  may: () => true,
};
