import type { Feature } from '../../portal/feature';

export const onecentralImports: Feature = {
  pages: [
    {
      path: '/staff/onecentralImports',
      load: async () => (await import('./onecentral-imports.page')).OnecentralImportsPage,
    },
  ],
  right: 'onecentral-imports.manage',
  menu: { id: 'staff', entries: [{ label: 'OneCentral imports', to: '/staff/onecentralImports' }] },
  staleTags: [{ type: 'OnecentralImports', after: ['onecentralImports'], of: 'allPlans' }],
};
