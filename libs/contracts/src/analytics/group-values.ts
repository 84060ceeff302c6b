import { ageGroups as allAgeGroups, salaryGroups } from '@superscope/domain/scoring/member-groups';

/** The values that figures can be filtered by, in the order that they are shown in. */
export const filterValues = {
  gender: ['Female', 'Male'],
  ageGroup: allAgeGroups.filter((group) => group !== 'Unknown'),
  salaryGroup: salaryGroups,
  addressState: ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'],
} as const;
