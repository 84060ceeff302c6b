import type { Feature } from '../../portal/feature';

export const superScore: Feature = {
  pages: [{ path: '/super/superScore', load: async () => (await import('./super-score.page')).SuperScorePage }],
  charts: [
    {
      holds: (id) => id === 'superscore' || id === 'superscore-movement',
      load: async () => (await import('./score-charts')).ScoreChart,
    },
  ],
  right: 'portal.read',
  asOf: 'shown',
  menu: { id: 'super', entries: [{ label: 'Plan SuperScore', to: '/super/superScore' }] },
};
