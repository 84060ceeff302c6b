import { isFixedChart } from '@superscope/contracts/charts';
import { areas } from '../../portal/figures/scored-areas';
import type { Feature, Page } from '../../portal/feature';
import type { SectionKey } from './sections';

const page = (key: SectionKey): Page => ({
  path: `/super/${key}`,
  load: async () => (await import('./section.page')).sectionPages[key],
});

/** The five scored areas, each with a page of its own. */
export const superSections: Feature = {
  pages: [
    page('nominatedBeneficiary'),
    page('accountBalance'),
    page('lifeInsurance'),
    page('investmentApproach'),
    page('retirementAdequacy'),
  ],
  charts: [
    {
      // The super-score feature has its own charts.
      holds: (id) => isFixedChart(id) && !id.startsWith('superscore'),
      load: async () => (await import('./area-charts')).AreaChart,
    },
  ],
  right: 'portal.read',
  asOf: 'shown',
  menu: { id: 'super', entries: areas.map(({ key, name }) => ({ label: name, to: `/super/${key}` })) },
};
