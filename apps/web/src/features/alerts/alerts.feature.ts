import { OpenAlertsDot, OpenAlertsMark } from '../../portal/alerts/open-alerts';
import type { Feature } from '../../portal/feature';

export const alerts: Feature = {
  pages: [{ path: '/operations/alerts', load: async () => (await import('./alerts.page')).AlertsPage }],
  right: 'operations.read',
  menu: {
    id: 'operations',
    entries: [{ label: 'Alerts', to: '/operations/alerts', waiting: { Mark: OpenAlertsMark, Dot: OpenAlertsDot } }],
  },
};
