import type { Feature } from '../../portal/feature';

/** What a Policy Committee Report contains, for a platform, a plan or one employer. */
export const reportTemplates: Feature = {
  pages: [
    { path: '/staff/pcrTemplates', load: async () => (await import('./report-templates.page')).ReportTemplatesPage },
  ],
  right: 'report-templates.write',
  menu: { id: 'staff', entries: [{ label: 'PCR templates', to: '/staff/pcrTemplates' }] },
  staleTags: [
    { type: 'ReportTemplates', after: ['reportTemplates'], of: 'allPlans' },
    // Employers join plans and leave them.
    { type: 'TemplatePrecedence', after: ['companies', 'plans'], of: 'allPlans' },
    { type: 'PdfResources', after: ['pdfResources'], of: 'allPlans' },
  ],
};
