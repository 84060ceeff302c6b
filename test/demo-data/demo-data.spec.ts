import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isValidAbn } from './abn.js';
import { generateDemoData, type DemoDataRequest } from './generate-demo-data.js';
import { cellsOf, rowsOf, type CsvRow } from './csv-reading.js';
import { importOrder, importTables, type DemoFile, type ImportTable } from './import-tables.js';

const digests = (files: DemoFile[]) =>
  files.map(({ table, path }) => `${table} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`);

const folder = mkdtempSync(join(tmpdir(), 'demo-data-'));
const small: DemoDataRequest = { size: 'demo', outDir: '', asAt: '2026-10', plans: 5, members: 900, months: 26 };
const generate = (name: string, more: Partial<DemoDataRequest> = {}) =>
  generateDemoData({ ...small, ...more, outDir: join(folder, name) });

let files: DemoFile[];
const tables = {} as Record<ImportTable, CsvRow[]>;
const lastMonth = '2026-10-31';

beforeAll(async () => {
  ({ files } = await generate('first'));
  for (const file of files) tables[file.table] = rowsOf(file);
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const valuesOf = (table: ImportTable, column: string) => new Set(tables[table].map((row) => row[column]!));
const share = <T>(items: readonly T[], holds: (item: T) => boolean) => items.filter(holds).length / items.length;
const memberOf = (() => {
  let byId: Map<string, CsvRow> | undefined;
  return (memberId: string): CsvRow =>
    (byId ??= new Map(tables.members.map((row) => [row['memberId']!, row]))).get(memberId)!;
})();
const nowRows = () => tables.memberSnapshots.filter((row) => row['asAt'] === lastMonth);

describe('The demo data', { timeout: 30_000 }, () => {
  it('has one file for each import table with exactly its columns, references first', () => {
    expect(files.map((file) => file.table)).toEqual(importOrder);
    for (const file of files) {
      const [header, ...lines] = readFileSync(file.path, 'utf8').trimEnd().split('\n');
      expect(cellsOf(header!)).toEqual(importTables[file.table]);
      expect(lines).toHaveLength(file.rows);
      expect(new Set(lines.map((line) => cellsOf(line).length))).toEqual(new Set([importTables[file.table].length]));
    }
  });

  it('is the same byte for byte for the same seed, and differs for another', async () => {
    const few = { members: 150, months: 8 };
    const [one, again] = [await generate('one', few), await generate('again', few)];
    expect(digests(again.files)).toEqual(digests(one.files));
    const other = await generate('other', { ...few, seed: 2 });
    expect(digests(other.files)).not.toEqual(digests(one.files));
  });

  it('has no dangling references', () => {
    const references: [ImportTable, string, ImportTable, string][] = [
      ['platforms', 'providerId', 'providers', 'providerId'],
      ['plans', 'platformId', 'platforms', 'platformId'],
      ['companies', 'planId', 'plans', 'planId'],
      ['memberCategories', 'planId', 'plans', 'planId'],
      ['members', 'planId', 'plans', 'planId'],
      ['members', 'companyId', 'companies', 'companyId'],
      ['members', 'categoryId', 'memberCategories', 'categoryId'],
      ['assets', 'platformId', 'platforms', 'platformId'],
      ['fees', 'platformId', 'platforms', 'platformId'],
      ['insuranceRates', 'planId', 'plans', 'planId'],
      ['occupationFactors', 'planId', 'plans', 'planId'],
      ['memberSnapshots', 'memberId', 'members', 'memberId'],
      ['assetsOwned', 'assetCode', 'assets', 'assetCode'],
      ['assetsOwned', 'memberId', 'members', 'memberId'],
      ['campaigns', 'planId', 'plans', 'planId'],
      ['campaignEmailEvents', 'campaignId', 'campaigns', 'campaignId'],
      ['campaignEmailEvents', 'memberId', 'members', 'memberId'],
      ['contactRequests', 'memberId', 'members', 'memberId'],
      ['memberEvents', 'memberId', 'members', 'memberId'],
    ];
    for (const [table, column, target, key] of references) {
      const known = valuesOf(target, key);
      const unknown = tables[table].filter((row) => !known.has(row[column]!));
      expect(unknown, `${table}.${column}`).toEqual([]);
    }
    const astray = tables.memberSnapshots.filter((row) => row['planId'] !== memberOf(row['memberId']!)['planId']);
    expect(astray).toEqual([]);
  });

  it('has no duplicate keys', () => {
    const keys: [ImportTable, string[]][] = [
      ['plans', ['planId']],
      ['plans', ['name']],
      ['companies', ['companyId']],
      ['members', ['memberId']],
      ['memberSnapshots', ['memberId', 'asAt']],
      ['assetsOwned', ['memberId', 'assetCode', 'asAt']],
      ['campaigns', ['campaignId']],
      ['campaignEmailEvents', ['campaignId', 'memberId', 'step']],
      ['memberEvents', ['memberId', 'eventType', 'effectiveDate']],
    ];
    for (const [table, columns] of keys) {
      const seen = new Set(tables[table].map((row) => columns.map((column) => row[column]).join('|')));
      expect(seen.size, `${table} by ${columns.join(', ')}`).toBe(tables[table].length);
    }
    const logins = tables.members.map((row) => row['login']!).filter(Boolean);
    expect(new Set(logins).size).toBe(logins.length);
  });

  it('has ABNs that pass the register’s check', () => {
    const abns = [
      ...tables.providers.map((row) => row['abn']!),
      ...tables.platforms.map((row) => row['trusteeAbn']!),
      ...tables.companies.map((row) => row['abn']!),
    ];
    expect(abns.filter((abn) => !isValidAbn(abn))).toEqual([]);
    expect(isValidAbn('51 824 753 556')).toBe(true);
    expect(isValidAbn('51 824 753 557')).toBe(false);
  });

  it('has one snapshot for every month of a membership, and none outside it', () => {
    const months = [...valuesOf('memberSnapshots', 'asAt')].sort();
    expect(months).toHaveLength(26);
    const seen = new Map<string, string[]>();
    for (const { memberId, asAt } of tables.memberSnapshots) {
      const own = seen.get(memberId!) ?? [];
      own.push(asAt!);
      seen.set(memberId!, own);
    }
    for (const { memberId, joinDate, exitDate } of tables.members) {
      const expected = months.filter(
        (asAt) => joinDate! <= asAt && (exitDate === '' || exitDate! >= `${asAt.slice(0, 7)}-01`),
      );
      expect(seen.get(memberId!)).toEqual(expected);
    }
  });

  it('has no activity, sign-in or nomination before joining, after leaving or after the last month', () => {
    const within = (memberId: string, date: string) => {
      const { joinDate, exitDate } = memberOf(memberId);
      return joinDate! <= date && date <= (exitDate || lastMonth);
    };
    const dated: [ImportTable, string][] = [
      ['campaignEmailEvents', 'at'],
      ['contactRequests', 'at'],
      ['memberEvents', 'effectiveDate'],
      ['memberSnapshots', 'nominationDate'],
      ['memberSnapshots', 'lastLogin'],
    ];
    for (const [table, column] of dated) {
      const wrong = tables[table].filter((row) => row[column] && !within(row['memberId']!, row[column]));
      expect(wrong, `${table}.${column}`).toEqual([]);
    }
    const late = tables.memberSnapshots.filter(
      (row) => row['lastLogin']! > row['asAt']! || row['nominationDate']! > row['asAt']!,
    );
    expect(late).toEqual([]);
    for (const row of tables.members)
      expect(row['joinDate']! >= `${Number(row['dateOfBirth']!.slice(0, 4)) + 15}`).toBe(true);
  });

  it('has holdings that add up to the snapshot', () => {
    const owned = new Map<string, number>();
    for (const { memberId, asAt, balance } of tables.assetsOwned) {
      const key = `${memberId} ${asAt}`;
      owned.set(key, (owned.get(key) ?? 0) + Math.round(Number(balance) * 100));
    }
    const months = valuesOf('assetsOwned', 'asAt');
    expect(months.size).toBe(12);
    const different = tables.memberSnapshots.filter(
      (row) =>
        months.has(row['asAt']!) &&
        (owned.get(`${row['memberId']} ${row['asAt']}`) ?? 0) !== Math.round(Number(row['totalAssetsOwned']) * 100),
    );
    expect(different).toEqual([]);
    const perMember = tables.assetsOwned.length / owned.size;
    expect(perMember).toBeGreaterThan(1.3);
    expect(perMember).toBeLessThan(1.5);
  });

  it('uses only values that the import accepts', () => {
    const words: [ImportTable, string, string[]][] = [
      ['members', 'gender', ['Female', 'Male']],
      ['members', 'taxFileNumberProvided', ['Yes', 'No']],
      ['members', 'addressState', ['NSW', 'QLD', 'SA', 'TAS', 'VIC', 'WA', 'NT', 'ACT']],
      ['memberSnapshots', 'beneficiaryNominationType', ['Binding', 'Non-binding', 'None']],
      ['memberSnapshots', 'nominationLapsing', ['Yes', 'No']],
      [
        'memberSnapshots',
        'riskProfileName',
        ['Cash', 'Cautious', 'Conservative', 'Moderate', 'Assertive', 'Aggressive'],
      ],
      ['campaigns', 'campaignType', ['SuperScore report', 'SuperScore email', 'Consult']],
      ['campaignEmailEvents', 'step', ['Sent', 'Open Email', 'Click Email']],
      // prettier-ignore
      ['contactRequests', 'reason', ['nominatedBeneficiary', 'accountBalance', 'investment', 'insurance', 'retirementAdequacy']],
      // prettier-ignore
      ['memberEvents', 'outcome', ['', 'NO_OTHER_SUPER', 'NO_ACTION_REQUIRED', 'RECOMMENDED_NOT_PROCEEDING', 'RECOMMENDED_PROCEEDING']],
    ];
    for (const [table, column, allowed] of words)
      expect(
        [...valuesOf(table, column)].filter((word) => !allowed.includes(word)),
        `${table}.${column}`,
      ).toEqual([]);
  });

  it('ends with the requested members in plans of the requested sizes, the smallest below the limit for publishing', () => {
    expect(nowRows()).toHaveLength(900);
    const sizes = tables.plans.map(({ planId }) => nowRows().filter((row) => row['planId'] === planId).length);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(5);
    expect(Math.min(...sizes)).toBeLessThan(11);
    expect(Math.max(...sizes)).toBeGreaterThan(450);
  });

  it('loses and gains one or two percent of members a month', () => {
    const exits = tables.members.filter((row) => row['exitDate'] !== '').length;
    const monthly = exits / tables.memberSnapshots.length;
    expect(monthly).toBeGreaterThan(0.008);
    expect(monthly).toBeLessThan(0.022);
  });

  it('resembles a real fund: ages, insurance, nominations, savings, sign-ins and contact details', () => {
    const now = nowRows();
    const age = (row: CsvRow) => 2026.83 - Number(memberOf(row['memberId']!)['dateOfBirth']!.slice(0, 4)) - 0.5;
    const near = (value: number, target: number, tolerance: number, what: string) =>
      expect(Math.abs(value - target), `${what} is ${value}`).toBeLessThan(tolerance);
    near(
      share(now, (row) => age(row) < 31),
      0.24,
      0.06,
      'members of 30 and below',
    );
    near(
      share(now, (row) => age(row) >= 55),
      0.18,
      0.06,
      'members of 55 and over',
    );
    near(
      share(now, (row) => Number(row['deathCover']) > 0),
      0.82,
      0.06,
      'insured',
    );
    near(
      share(now, (row) => row['beneficiaryNominationType'] === 'None'),
      0.49,
      0.08,
      'without nomination',
    );
    near(
      share(now, (row) => row['beneficiaryNominationType'] === 'Binding'),
      0.12,
      0.05,
      'binding',
    );
    near(
      share(now, (row) => Number(row['salarySacrifice']) + Number(row['personalContributions']) > 0),
      0.13,
      0.05,
      'savers',
    );
    near(
      share(now, (row) => row['lastLogin']! > '2025-10-31'),
      0.47,
      0.09,
      'signed in',
    );
    near(
      share(tables.members, (row) => row['emailAddress'] !== ''),
      0.88,
      0.04,
      'e-mail',
    );
    near(
      share(tables.members, (row) => row['mobileNumber'] !== ''),
      0.85,
      0.04,
      'mobile',
    );
    near(
      share(tables.members, (row) => row['taxFileNumberProvided'] === 'Yes'),
      0.96,
      0.03,
      'tax file number',
    );
    const steps = (step: string) => tables.campaignEmailEvents.filter((row) => row['step'] === step).length;
    near(steps('Open Email') / steps('Sent'), 0.35, 0.04, 'opened');
    near(steps('Click Email') / steps('Sent'), 0.05, 0.02, 'clicked');
  });

  it('has slowly growing nominations and balances', () => {
    const first = tables.memberSnapshots.filter((row) => row['asAt'] === '2024-09-30');
    const none = (rows: CsvRow[]) => share(rows, (row) => row['beneficiaryNominationType'] === 'None');
    const average = (rows: CsvRow[]) =>
      rows.reduce((sum, row) => sum + Number(row['totalAssetsOwned']), 0) / rows.length;
    expect(none(nowRows())).toBeLessThan(none(first));
    expect(average(nowRows())).toBeGreaterThan(average(first));
  });

  it('has more sign-ins after a campaign', () => {
    const plan = 'P0001';
    const signedIn = (month: string) =>
      tables.memberSnapshots.filter(
        (row) => row['planId'] === plan && row['asAt']!.startsWith(month) && row['lastLogin']!.startsWith(month),
      ).length;
    const report = tables.campaigns.find((row) => row['planId'] === plan && row['name'] === 'First report')!;
    expect(report['runDate']).toMatch(/^2025-03/);
    expect(signedIn('2025-03')).toBeGreaterThan(1.8 * signedIn('2025-02'));
  });

  it('can be split into files with the rows of one platform each', async () => {
    const { files: split } = await generate('split', { plans: 9, members: 120, months: 2, splitByPlatform: true });
    const requests = split.filter((file) => file.table === 'members');
    expect(requests.map((file) => file.platformId)).toEqual(['TWR', 'TWS', 'LBE']);
    const platformOf = new Map(
      rowsOf(split.find((file) => file.table === 'plans')!).map((row) => [row['planId'], row['platformId']]),
    );
    for (const file of requests)
      for (const row of rowsOf(file)) expect(platformOf.get(row['planId'])).toBe(file.platformId);
    expect(requests.reduce((sum, file) => sum + file.rows, 0)).toBeGreaterThanOrEqual(120);
  });

  it('refuses invalid sizes and months with a sentence', async () => {
    await expect(generate('bad', { asAt: '2026-13' })).rejects.toThrow("'2026-13' is not a month");
    await expect(generate('bad', { plans: 10, members: 20 })).rejects.toThrow(
      'members must be a whole number of 50 or more.',
    );
    await expect(generate('bad', { size: 'huge' as 'demo' })).rejects.toThrow("'huge' is not a size");
  });
});
