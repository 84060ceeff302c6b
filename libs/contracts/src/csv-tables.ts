import { campaignFields, engagementSteps } from '@superscope/domain/campaign/campaign';
import { companyFields } from '@superscope/domain/company/company';
import {
  activityTypes,
  consolidationOutcomes,
  contactReasons,
  memberFields,
} from '@superscope/domain/member/member.events';
import { snapshotColumns } from '@superscope/domain/member-snapshots/snapshot-columns';
import { memberCategoryFields, planFields } from '@superscope/domain/plan/plan.events';
import {
  assetLine,
  feeLine,
  insuranceRateLine,
  coverRuleLine,
  occupationFactorLine,
  providerContactLine,
} from '@superscope/domain/published-table/published-rows';
import { platformFields } from '@superscope/domain/platform/platform';
import { providerFields } from '@superscope/domain/provider/provider';
import {
  choice,
  code,
  type CsvTableDefinition,
  date,
  flag,
  gender,
  id,
  inUnit,
  integer,
  lines,
  memberNumber,
  money,
  moneyFromZero,
  monthEndDate,
  name,
  number,
  pastInstant,
  recentPastDate,
  required,
  steady,
} from './csv-columns.js';
import { csvColumnsOf } from './csv-record-columns.js';

/**
 * The tables of import and export, in an order in which each table only refers to earlier ones. Snapshots come last, because the editions
 * of their closed months count only what was recorded before.
 */
export const csvTables = {
  providers: {
    holds: 'Who offers the platforms',
    platformBy: null,
    key: ['providerId'],
    columns: csvColumnsOf(providerFields),
    examples: { name: 'Harbour Advice' },
  },
  platforms: {
    holds: 'The platforms and their trustees',
    platformBy: null,
    key: ['platformId'],
    columns: csvColumnsOf(platformFields),
    examples: { name: 'East Platform', shortName: 'East' },
  },
  plans: {
    holds: 'The plans of each platform',
    platformBy: 'column',
    key: ['platformId', 'planId'],
    columns: csvColumnsOf(planFields),
  },
  companies: {
    holds: 'The employers of each plan',
    platformBy: 'plan',
    key: ['companyId'],
    columns: csvColumnsOf(companyFields),
    examples: { name: 'Mills & Co' },
  },
  memberCategories: {
    holds: 'Categories of members, with their default cover',
    platformBy: 'plan',
    key: ['planId', 'categoryId'],
    columns: csvColumnsOf(memberCategoryFields),
    examples: { name: 'Staff' },
  },
  superParameters: {
    holds: 'Caps, guarantee rates and retirement standards, dated',
    platformBy: null,
    key: ['name', 'validFrom'],
    columns: {
      name: required(name(100)),
      value: steady(inUnit('byName', required(number))),
      validFrom: required(date),
    },
    examples: { name: 'sgRatePercent', value: '9.5' },
  },
  benchmarks: {
    holds: 'Balances by age to compare with',
    platformBy: null,
    key: ['kind', 'birthYearOrAge', 'gender', 'validFrom'],
    columns: {
      kind: required(choice(['PEER', 'ASFA'])),
      birthYearOrAge: inUnit('yearOrAge', required(integer(0, 2100))),
      gender,
      amount: steady(required(moneyFromZero)),
      validFrom: required(date),
    },
  },
  members: {
    holds: 'Who the members are',
    platformBy: 'plan',
    key: ['memberId'],
    columns: csvColumnsOf(memberFields),
  },
  assets: {
    holds: 'The investment options of each platform',
    platformBy: 'column',
    key: ['platformId', 'dataDate', 'assetCode'],
    columns: csvColumnsOf(assetLine),
    examples: { name: 'Balanced', performanceTestYear: '2026' },
  },
  fees: {
    holds: 'Fees of platforms and options',
    platformBy: 'column',
    key: ['platformId', 'validFrom', 'assetCode', 'group', 'name', 'tierFrom'],
    columns: csvColumnsOf(feeLine),
    examples: { name: 'Administration fee', amount: '78' },
  },
  insuranceRates: {
    holds: 'Premium rates of each plan',
    platformBy: 'plan',
    key: ['planId', 'validFrom', 'coverType', 'gender', 'ageNextBirthday', 'waitDays', 'benefitPeriod'],
    columns: csvColumnsOf(insuranceRateLine),
  },
  occupationFactors: {
    holds: 'What occupations do to premiums',
    platformBy: 'plan',
    key: ['planId', 'occupationGroup', 'coverType'],
    columns: csvColumnsOf(occupationFactorLine),
  },
  coverRules: {
    holds: 'From and to which age each plan’s covers are open, when default cover begins, and loadings',
    platformBy: 'plan',
    key: ['planId', 'validFrom', 'categoryId', 'coverType', 'waitDays', 'benefitPeriod'],
    columns: csvColumnsOf(coverRuleLine),
    examples: { fromAge: '15', toAge: '70', defaultFromAge: '25', defaultFromBalance: '6000' },
  },
  providerContacts: {
    holds:
      'Whom a provider names to its plans: contacts of all plans, or of one. A file replaces those of each plan that it names',
    platformBy: 'plan',
    key: ['providerId', 'planId', 'sequence'],
    columns: csvColumnsOf(providerContactLine),
    examples: { title: 'Insurance and claims', name: 'Jo Mills', phone: '02 5550 0142' },
  },
  assetsOwned: {
    holds: 'What each member holds at a month’s end',
    platformBy: 'plan',
    key: ['planId', 'asAt', 'memberId', 'assetCode'],
    columns: {
      planId: required(id),
      memberId: memberNumber,
      assetCode: required(code(40)),
      asAt: required(monthEndDate),
      balance: required(money),
    },
  },
  campaigns: {
    holds: 'Campaigns that ran',
    platformBy: 'plan',
    key: ['campaignId'],
    columns: csvColumnsOf(campaignFields),
    examples: { name: 'Nominate a beneficiary' },
  },
  campaignEmailEvents: {
    holds: 'Who was sent, opened and clicked a campaign’s mail',
    platformBy: 'campaign',
    key: ['campaignId', 'memberId', 'step', 'at'],
    columns: {
      campaignId: required(id),
      memberId: memberNumber,
      step: required(choice(engagementSteps)),
      at: required(pastInstant),
    },
  },
  contactRequests: {
    holds: 'Who asked to be contacted, and why',
    platformBy: 'member',
    key: ['memberId', 'at', 'reason'],
    columns: {
      memberId: memberNumber,
      at: required(pastInstant),
      reason: required(choice(contactReasons)),
      status: code(40),
    },
  },
  memberEvents: {
    holds: 'Consultations, nominations and the tools that members finished',
    platformBy: 'member',
    key: ['memberId', 'effectiveDate', 'eventType'],
    repeats: true,
    columns: {
      memberId: memberNumber,
      eventType: required(choice(activityTypes)),
      effectiveDate: required(recentPastDate),
      consultant: name(100),
      valid: flag,
      outcome: choice(consolidationOutcomes),
      amount: moneyFromZero,
      fundName: name(100),
      notes: lines(150),
    },
  },
  memberSnapshots: {
    holds: 'Each member’s figures at a month’s end. Last: months are published with what is there by then',
    platformBy: 'plan',
    key: ['planId', 'asAt', 'memberId'],
    columns: {
      planId: required(id),
      memberId: memberNumber,
      asAt: required(monthEndDate),
      ...csvColumnsOf(snapshotColumns),
    },
  },
} as const satisfies Record<string, CsvTableDefinition>;

export type CsvTable = keyof typeof csvTables;
export const csvTableNames = Object.keys(csvTables) as CsvTable[];
export const isCsvTable = (name: string): name is CsvTable => Object.hasOwn(csvTables, name);

/** A table's definition, typed for code that treats all tables alike. */
export const csvTable = (table: CsvTable): CsvTableDefinition => csvTables[table];
