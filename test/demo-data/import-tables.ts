import { join } from 'node:path';
import { CsvFile } from './csv-file.js';

/** The import tables and their columns, in an order that resolves references. */
export const importTables = {
  providers: ['providerId', 'name', 'abn'],
  platforms: ['platformId', 'name', 'shortName', 'providerId', 'trusteeName', 'trusteeAbn', 'trusteeAfsl', 'microsite'],
  // prettier-ignore
  plans: ['planId', 'platformId', 'name', 'shortName', 'startDate', 'superScoreClient', 'relationshipManager', 'onePayroll'],
  companies: ['companyId', 'planId', 'name', 'abn', 'industry', 'active'],
  // prettier-ignore
  memberCategories: ['categoryId', 'planId', 'name', 'active', 'deathFormula', 'tpdFormula', 'sciPercent', 'deathTpdAal', 'sciAal', 'sciWaitDays', 'sciBenefitPeriod'],
  superParameters: ['name', 'value', 'validFrom'],
  benchmarks: ['kind', 'birthYearOrAge', 'gender', 'amount', 'validFrom'],
  // prettier-ignore
  members: ['memberId', 'planId', 'companyId', 'categoryId', 'login', 'surname', 'givenName', 'dateOfBirth', 'gender', 'addressState', 'accountType', 'occupationalRating', 'joinDate', 'exitDate', 'emailAddress', 'mobileNumber', 'taxFileNumberProvided'],
  // prettier-ignore
  assets: ['platformId', 'assetCode', 'name', 'description', 'dataDate', 'growthPercent', 'isLifecycle', 'isChoice', 'return1yr', 'return3yr', 'return5yr', 'return10yr', 'riskLabel', 'performanceTest', 'performanceTestYear'],
  // prettier-ignore
  fees: ['platformId', 'assetCode', 'group', 'name', 'inDollars', 'amount', 'minDollars', 'maxDollars', 'tierFrom', 'tierTo', 'validFrom'],
  // prettier-ignore
  insuranceRates: ['planId', 'coverType', 'gender', 'ageNextBirthday', 'waitDays', 'benefitPeriod', 'ratePerThousand', 'interpolated', 'validFrom'],
  occupationFactors: ['planId', 'occupationGroup', 'coverType', 'factor'],
  // prettier-ignore
  coverRules: ['planId', 'categoryId', 'coverType', 'fromAge', 'toAge', 'ceasesAtAge', 'defaultFromAge', 'defaultFromBalance', 'loadingPercent', 'validFrom'],
  providerContacts: ['providerId', 'planId', 'title', 'name', 'email', 'phone', 'sequence'],
  // prettier-ignore
  memberSnapshots: ['planId', 'memberId', 'asAt', 'salary', 'totalAssetsOwned', 'employerContributions', 'salarySacrifice', 'personalContributions', 'fees', 'insurancePremium', 'deathCover', 'tpdCover', 'sciCover', 'deathPremium', 'tpdPremium', 'sciPremium', 'riskProfileName', 'growthExposure', 'lifecycleInvestment', 'beneficiaryNominationType', 'nominationDate', 'nominationLapsing', 'lastLogin'],
  assetsOwned: ['planId', 'memberId', 'assetCode', 'asAt', 'balance'],
  campaigns: ['campaignId', 'planId', 'campaignType', 'name', 'runDate'],
  campaignEmailEvents: ['campaignId', 'memberId', 'step', 'at'],
  // These tables name no plan or campaign, so the platform is needed to identify a member.
  contactRequests: ['platformId', 'memberId', 'at', 'reason', 'status'],
  // prettier-ignore
  memberEvents: ['platformId', 'memberId', 'eventType', 'effectiveDate', 'consultant', 'valid', 'outcome', 'amount', 'fundName', 'notes'],
} as const;

export type ImportTable = keyof typeof importTables;
export const importOrder = Object.keys(importTables) as ImportTable[];

/** Tables whose rows belong to no platform or name it in a column. Contacts of single plans are few. */
const sharedTables: ReadonlySet<ImportTable> = new Set([
  'providers',
  'platforms',
  'plans',
  'superParameters',
  'benchmarks',
  'assets',
  'fees',
  'providerContacts',
]);

export interface DemoFile {
  table: ImportTable;
  path: string;
  rows: number;
  /** The platform of all rows, when the files are split by platform. */
  platformId?: string;
}

/** The open files: one per table, or one per table and platform with `splitByPlatform`. */
export class ImportFiles {
  private readonly open = new Map<string, { table: ImportTable; file: CsvFile; platformId?: string }>();

  constructor(
    private readonly outDir: string,
    private readonly splitByPlatform: boolean,
  ) {}

  of(table: ImportTable, platformId: string): CsvFile {
    const split = this.splitByPlatform && !sharedTables.has(table);
    const name = split ? `${table}.${platformId}` : table;
    let entry = this.open.get(name);
    if (!entry) {
      const file = new CsvFile(join(this.outDir, `${name}.csv`), importTables[table]);
      entry = { table, file, ...(split ? { platformId } : {}) };
      this.open.set(name, entry);
    }
    return entry.file;
  }

  get rows(): number {
    let rows = 0;
    for (const { file } of this.open.values()) rows += file.rows;
    return rows;
  }

  /** Closes all files and lists them, references first. */
  close(): DemoFile[] {
    const entries = [...this.open.values()];
    for (const { file } of entries) file.close();
    return importOrder.flatMap((table) =>
      entries
        .filter((entry) => entry.table === table)
        .map(({ file, platformId }) => ({
          table,
          path: file.path,
          rows: file.rows,
          ...(platformId ? { platformId } : {}),
        })),
    );
  }
}
