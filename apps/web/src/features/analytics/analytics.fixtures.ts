import type { MetaAnswer } from '@superscope/contracts/analytics/meta';

const shown = { isVisible: true, public: true } as const;
const measure = (
  name: string,
  shortTitle: string,
  use: Partial<MetaAnswer['cubes'][number]['measures'][number]['meta']>,
) => ({
  name,
  shortTitle,
  title: shortTitle,
  type: 'number' as const,
  aggType: 'count',
  ...shown,
  cumulative: false as const,
  cumulativeTotal: false as const,
  drillMembers: [],
  drillMembersGrouped: { measures: [], dimensions: [] },
  meta: { published: true, stackable: false, byFlags: false, ...use },
});
const dimension = (
  name: string,
  shortTitle: string,
  use: MetaAnswer['cubes'][number]['dimensions'][number]['meta']['use'],
) => ({
  name,
  shortTitle,
  title: shortTitle,
  type: 'string' as const,
  ...shown,
  suggestFilterValues: true,
  primaryKey: false,
  meta: { use },
});
const cube = (name: string, rest: Partial<MetaAnswer['cubes'][number]>): MetaAnswer['cubes'][number] => ({
  name,
  title: name,
  type: 'cube',
  ...shown,
  measures: [],
  dimensions: [],
  segments: [],
  hierarchies: [],
  folders: [],
  nestedFolders: [],
  ...rest,
});
/** What a company representative may ask. */
export const meta: MetaAnswer = {
  cubes: [
    cube('Member', {
      dimensions: [
        dimension('Member.gender', 'Gender', 'public'),
        dimension('Member.ageGroup', 'Age Group', 'public'),
        dimension('Member.salaryGroup', 'Salary Group', 'public'),
        dimension('Member.addressState', 'Address State', 'public'),
        dimension('Member.companyId', 'Company Id', 'alone'),
        dimension('Member.categoryId', 'Category Id', 'alone'),
        dimension('Member.engaged', 'Engaged', 'engaged'),
        dimension('Member.noLifeInsurance', 'No Life Insurance', 'secret'),
        dimension('Member.memberId', 'Member id', 'staff'),
      ],
    }),
    cube('MemberSnapshot', {
      measures: [
        measure('MemberSnapshot.countMembers', 'Count Members', { stackable: true, byFlags: true }),
        measure('MemberSnapshot.averageAge', 'Average Age', {}),
        measure('MemberSnapshot.femaleCount', 'Female Count', { published: false, stackable: true }),
      ],
      dimensions: [dimension('MemberSnapshot.ageGroup', 'Age Group', 'public')],
    }),
    cube('ContactRequested', {
      measures: [measure('ContactRequested.members', 'Members', { byFlags: true })],
    }),
    cube('SuperScore', { dimensions: [dimension('SuperScore.scoreBand', 'Score Band', 'secret')] }),
  ],
};
