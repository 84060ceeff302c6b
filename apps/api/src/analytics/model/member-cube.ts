import {
  column,
  engagedDimension,
  happened,
  identifier,
  payrollCategory,
  publicCategory,
  publishingColumn,
  secretDimension,
  storedFlag,
} from './dimensions.js';
import type { Dimension, Segment } from './cube-member.js';
import { categories, engaged, flags, insuranceAdvice, periodFlags, trailingFlags } from './secret-columns.js';

/**
 * Members' attributes and activity. Flags about a period are computed from dates when they are queried, so that they never become outdated.
 */
export const memberDimensions: readonly Dimension[] = [
  column('Member.planId', { use: 'plan', sql: 'plan_id' }),
  identifier('Member.companyId', 'company_id'),
  identifier('Member.categoryId', 'category_id'),
  publicCategory('Member.gender', 'gender'),
  publicCategory('Member.ageGroup', 'age_group'),
  publishingColumn('Member.birthGroup', 'birth_group', [
    'MemberSnapshot.countMembers',
    'MemberSnapshot.averageTotalAssetsOwned',
  ]),
  payrollCategory('Member.salaryGroup', 'salary_group', categories.salaryGroup),
  publicCategory('Member.addressState', 'address_state'),
  secretDimension('Member.accountType', categories.accountType),
  secretDimension('Member.occupationalRating', categories.occupationalRating),
  secretDimension('Member.riskProfileName', categories.riskProfile),
  secretDimension('Member.beneficiaryNominationType', categories.nomination),
  secretDimension('Member.insurancePoints', categories.insurancePoints),
  secretDimension('Member.lifeInsuranceIndicatorResult', categories.lifeInsurance),
  secretDimension('Member.projectedRetirementStandardName', categories.standard),
  secretDimension('Member.projectedRetirementStandardSuperOnlyName', categories.standardSuperOnly),

  engagedDimension('Member.engaged', engaged),
  ...Object.entries({ ...periodFlags, ...trailingFlags, insuranceAdviceImplemented: insuranceAdvice }).map(
    ([name, secret]) => happened(`Member.${name}`, secret),
  ),
  ...Object.entries(flags).map(([name, { column: stored, secret }]) => storedFlag(`Member.${name}`, stored, secret)),

  column('Member.memberId', { use: 'staff', sql: 'toString(member_id)' }),
  column('Member.age', { use: 'staff', sql: 'age', type: 'number', known: 'age IS NOT NULL' }),
  column('Member.joinDate', { use: 'staff', sql: 'toString(joined_on)', known: 'joined_on IS NOT NULL' }),
];

export const memberSegments: readonly Segment[] = [
  {
    kind: 'segment',
    name: 'Member.engagedMembers',
    title: 'Member Engaged Members',
    shortTitle: 'Engaged Members',
    source: 'memberMonth',
    filter: { member: 'Member.engaged', values: ['1'] },
  },
];
