import { ageGroups as allAgeGroups, salaryGroups } from '@superscope/domain/scoring/member-groups';

/** The values by which figures can be filtered, in the order in which screens show them. */
export const filterValues = {
  gender: ['Female', 'Male'],
  ageGroup: allAgeGroups.filter((group) => group !== 'Unknown'),
  salaryGroup: salaryGroups,
  addressState: ['NSW', 'VIC', 'QLD', 'SA', 'WA', 'TAS', 'NT', 'ACT'],
} as const;
