import { riskProfiles } from '@superscope/domain/scoring/investment-approach';
import { engagementSteps } from '@superscope/domain/campaign/campaign';
import { activityTypes, consolidationOutcomes, contactReasons } from '@superscope/domain/member/member.events';
import {
  choice,
  type CsvColumn,
  date,
  email,
  flag,
  id,
  integer,
  money,
  moneyFromZero,
  monthEndDate,
  name,
  number,
  numberFromZero,
  pastDate,
  pastInstant,
  percent,
  recentDate,
  recentPastDate,
  required,
  text,
  type ValueOf,
} from './csv-columns.js';

/** One table of the import and export of a fund's files. */
export interface CsvTableDefinition {
  readonly columns: Readonly<Record<string, CsvColumn>>;
  /** The columns that name a row: two lines of a file may not agree in all of them. */
  readonly key: readonly string[];
  /**
   * What says the platform that a row belongs to: its own `platformId` column, its plan, its campaign or its member; null: none.
   * Wherever it is not null, the import's `platformId` query or an extra `platformId` column may say it as well.
   */
  readonly platformBy: 'column' | 'plan' | 'campaign' | 'member' | null;
}

const gender = choice(['Male', 'Female']);
const state = choice(['NSW', 'QLD', 'SA', 'TAS', 'VIC', 'WA', 'NT', 'ACT']);
const coverType = choice(['Death', 'TPD', 'SCI']);
const coverFormula = {
  ...text(60),
  pattern: /^(\d+|\d+(\.\d+)? ?x ?salary|\d+(\.\d+)?% ?x ?salary ?x ?years to \d{2})$/i,
  patternMessage: "Write whole dollars, '3 x salary' or '15% x salary x years to 65'.",
} as const;
/** The fund's own number of a member. It identifies a person: errors name its line, never its value. */
const memberNumber = required(name(40));

/** The tables of import and export, references first: importing them in this order, each finds what it refers to. */
export const csvTables = {
  providers: {
    platformBy: null,
    key: ['providerId'],
    columns: { providerId: required(id), name: required(text(100)), abn: text(20) },
  },
  platforms: {
    platformBy: null,
    key: ['platformId'],
    columns: {
      platformId: required(id),
      name: required(text(100)),
      shortName: text(40),
      providerId: required(id),
      trusteeName: text(100),
      trusteeAbn: text(20),
      trusteeAfsl: text(20),
      microsite: text(255),
    },
  },
  plans: {
    platformBy: 'column',
    key: ['platformId', 'planId'],
    columns: {
      planId: required(id),
      platformId: required(id),
      name: required(text(100)),
      shortName: text(40),
      startDate: required(date),
      superScoreClient: flag,
      relationshipManager: text(100),
    },
  },
  companies: {
    platformBy: 'plan',
    key: ['companyId'],
    columns: {
      companyId: required(id),
      planId: required(id),
      name: required(text(100)),
      abn: text(20),
      industry: text(100),
      active: flag,
    },
  },
  memberCategories: {
    platformBy: 'plan',
    key: ['planId', 'categoryId'],
    columns: {
      categoryId: required(id),
      planId: required(id),
      name: required(text(100)),
      active: flag,
      deathFormula: coverFormula,
      tpdFormula: coverFormula,
      sciPercent: percent,
      deathTpdAal: moneyFromZero,
      sciAal: moneyFromZero,
      sciWaitDays: integer(0, 3650),
      sciBenefitPeriod: name(40),
    },
  },
  superParameters: {
    platformBy: null,
    key: ['name', 'validFrom'],
    columns: { name: required(name(100)), value: required(number), validFrom: required(date) },
  },
  benchmarks: {
    platformBy: null,
    key: ['kind', 'birthYearOrAge', 'gender', 'validFrom'],
    columns: {
      kind: required(choice(['PEER', 'ASFA'])),
      birthYearOrAge: required(integer(0, 2100)),
      gender,
      amount: required(moneyFromZero),
      validFrom: required(date),
    },
  },
  members: {
    platformBy: 'plan',
    key: ['memberId'],
    columns: {
      memberId: memberNumber,
      planId: required(id),
      companyId: required(id),
      categoryId: id,
      login: text(254),
      surname: text(100),
      givenName: text(100),
      dateOfBirth: pastDate,
      gender: choice(['Male', 'Female', 'Other']),
      addressState: state,
      accountType: text(40),
      occupationalRating: name(40),
      joinDate: date,
      exitDate: date,
      emailAddress: email,
      mobileNumber: text(30),
      taxFileNumberProvided: flag,
    },
  },
  assets: {
    platformBy: 'column',
    key: ['platformId', 'dataDate', 'assetCode'],
    columns: {
      platformId: required(id),
      assetCode: required(name(40)),
      name: required(text(100)),
      description: text(1000),
      dataDate: required(date),
      growthPercent: percent,
      isLifecycle: flag,
      isChoice: flag,
      return1yr: number,
      return3yr: number,
      return5yr: number,
    },
  },
  fees: {
    platformBy: 'column',
    key: ['platformId', 'validFrom', 'assetCode', 'group', 'name', 'tierFrom'],
    columns: {
      platformId: required(id),
      assetCode: name(40),
      group: required(choice(['ADMIN', 'INVESTMENT'])),
      name: required(name(100)),
      inDollars: required(flag),
      /** Dollars where `inDollars`, else percent of the balance. */
      amount: required(number),
      minDollars: moneyFromZero,
      maxDollars: moneyFromZero,
      tierFrom: moneyFromZero,
      tierTo: moneyFromZero,
      validFrom: required(date),
    },
  },
  insuranceRates: {
    platformBy: 'plan',
    key: ['planId', 'validFrom', 'coverType', 'gender', 'ageNextBirthday', 'waitDays', 'benefitPeriod'],
    columns: {
      planId: required(id),
      coverType: required(coverType),
      gender,
      ageNextBirthday: required(integer(0, 120)),
      waitDays: integer(0, 3650),
      benefitPeriod: name(40),
      ratePerThousand: required(numberFromZero),
      validFrom: required(date),
    },
  },
  occupationFactors: {
    platformBy: 'plan',
    key: ['planId', 'occupationGroup', 'coverType'],
    columns: {
      planId: required(id),
      occupationGroup: required(name(40)),
      coverType: required(coverType),
      factor: required(numberFromZero),
    },
  },
  memberSnapshots: {
    platformBy: 'plan',
    key: ['planId', 'asAt', 'memberId'],
    columns: {
      planId: required(id),
      memberId: memberNumber,
      asAt: required(monthEndDate),
      salary: moneyFromZero,
      totalAssetsOwned: money,
      employerContributions: money,
      salarySacrifice: money,
      personalContributions: money,
      fees: money,
      insurancePremium: money,
      deathCover: moneyFromZero,
      tpdCover: moneyFromZero,
      sciCover: moneyFromZero,
      deathPremium: money,
      tpdPremium: money,
      sciPremium: money,
      riskProfileName: choice(riskProfiles),
      growthExposure: percent,
      lifecycleInvestment: flag,
      beneficiaryNominationType: choice(['Binding', 'Non-binding', 'None']),
      nominationDate: recentDate,
      nominationLapsing: flag,
      lastLogin: recentDate,
    },
  },
  assetsOwned: {
    platformBy: 'plan',
    key: ['planId', 'asAt', 'memberId', 'assetCode'],
    columns: {
      planId: required(id),
      memberId: memberNumber,
      assetCode: required(name(40)),
      asAt: required(monthEndDate),
      balance: required(money),
    },
  },
  campaigns: {
    platformBy: 'plan',
    key: ['campaignId'],
    columns: {
      campaignId: required(id),
      planId: required(id),
      campaignType: required(name(40)),
      name: required(text(100)),
      runDate: required(recentDate),
    },
  },
  campaignEmailEvents: {
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
    platformBy: 'member',
    key: ['memberId', 'at', 'reason'],
    columns: {
      memberId: memberNumber,
      at: required(pastInstant),
      reason: required(choice(contactReasons)),
      status: text(40),
    },
  },
  memberEvents: {
    platformBy: 'member',
    key: ['memberId', 'effectiveDate', 'eventType'],
    columns: {
      memberId: memberNumber,
      eventType: required(choice(activityTypes)),
      effectiveDate: required(recentPastDate),
      consultant: text(100),
      valid: flag,
      outcome: choice(consolidationOutcomes),
      amount: moneyFromZero,
      fundName: text(100),
      notes: text(150),
    },
  },
} as const satisfies Record<string, CsvTableDefinition>;

export type CsvTable = keyof typeof csvTables;
export const csvTableNames = Object.keys(csvTables) as CsvTable[];
export const isCsvTable = (name: string): name is CsvTable => Object.hasOwn(csvTables, name);

/** The tables' definitions by name, where code treats them all alike. */
export const csvTable = (table: CsvTable): CsvTableDefinition => csvTables[table];

type Columns<Table extends CsvTable> = (typeof csvTables)[Table]['columns'];

/** The same, where a column that the file leaves out is undefined: it says nothing, and a blank cell that there is nothing. */
export type SaidRow<Table extends CsvTable> = {
  readonly [Name in keyof CsvRow<Table>]: null extends CsvRow<Table>[Name]
    ? CsvRow<Table>[Name] | undefined
    : CsvRow<Table>[Name];
};

/** A line of a table's file, parsed: a blank cell, or a column that the file leaves out, is null. */
export type CsvRow<Table extends CsvTable> = {
  readonly [Name in keyof Columns<Table>]: Columns<Table>[Name] extends CsvColumn
    ? ValueOf<Columns<Table>[Name]>
    : never;
};
