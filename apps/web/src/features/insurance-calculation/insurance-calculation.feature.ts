import type { Feature } from '../../portal/feature';

/** For consultants and staff: what cover costs a member by the rates of their plan. */
export const insuranceCalculation: Feature = {
  pages: [
    {
      path: '/staff/insuranceCalculation',
      load: async () => (await import('./insurance-calculation.page')).InsuranceCalculationPage,
    },
  ],
  right: 'insurance.quote',
  menu: { id: 'staff', entries: [{ label: 'Insurance calculation', to: '/staff/insuranceCalculation' }] },
  staleTags: [
    { type: 'InsuredMember', after: ['memberEvents', 'members'], of: 'allPlans' },
    { type: 'InsuranceChoices', after: ['figures', 'plans', 'companies'], of: 'allPlans' },
  ],
};
