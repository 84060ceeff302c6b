import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { countsIn, joinsIn, leavesIn } from '@superscope/domain/member/membership-dates';
import { describe, expect, it } from 'vitest';
import { isValidAbn } from './abn.js';
import { cellsOf, rowsOf } from './csv-reading.js';
import { importOrder, importTables, type DemoFile, type ImportTable } from './import-tables.js';

const digests = (files: DemoFile[]) =>
  files.map(({ table, path }) => `${table} ${createHash('sha256').update(readFileSync(path)).digest('hex')}`);

import { smallDemoData } from './demo-data.fixture.js';

const demo = smallDemoData();
const { generate, tables, lastMonth, valuesOf, memberOf } = demo;

describe('The demo data', { timeout: 30_000 }, () => {
  it('has one file for each import table with exactly its columns, references first', () => {
    expect(demo.files.map((file) => file.table)).toEqual(importOrder);
    for (const file of demo.files) {
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
      ['coverRules', 'planId', 'plans', 'planId'],
      ['providerContacts', 'providerId', 'providers', 'providerId'],
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
      ['providerContacts', ['providerId', 'planId', 'sequence']],
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

  it('has options of each risk label and result of the test, and some of which these are not known', () => {
    const has = (column: string) => new Set(tables.assets.map((row) => row[column]!));
    expect([...has('performanceTest')].sort()).toEqual(['', 'Failed', 'Not tested', 'Passed']);
    expect(has('riskLabel').size).toBe(8);
    expect(has('return10yr')).toContain('');
    const year = Number(tables.assets[0]!['dataDate']!.slice(0, 4));
    for (const { performanceTest, performanceTestYear } of tables.assets)
      if (performanceTest === 'Passed' || performanceTest === 'Failed')
        expect([year - 1, year]).toContain(Number(performanceTestYear));
      else expect(performanceTestYear).toBe('');
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

  it('has one snapshot for every month in which a member counts, and none before joining or after leaving', () => {
    const months = [...valuesOf('memberSnapshots', 'asAt')].sort();
    expect(months).toHaveLength(26);
    const seen = new Map<string, string[]>();
    for (const { memberId, asAt } of tables.memberSnapshots) {
      const own = seen.get(memberId!) ?? [];
      own.push(asAt!);
      seen.set(memberId!, own);
    }
    for (const { memberId, joinDate, exitDate } of tables.members) {
      const expected = months.filter((asAt) => joinDate! <= asAt && (exitDate === '' || exitDate! >= asAt));
      expect(seen.get(memberId!)).toEqual(expected);
    }
    const lastDays = tables.members.filter(({ exitDate }) => months.includes(exitDate!));
    expect(lastDays).not.toEqual([]);
  });

  it('has in every month of a plan the members of the month before, with its joiners and without its leavers', () => {
    const months = [...valuesOf('memberSnapshots', 'asAt')].sort().map((asAt) => asAt.slice(0, 7));
    for (const planId of valuesOf('plans', 'planId')) {
      const rows = tables.memberSnapshots.filter((row) => row['planId'] === planId);
      const dates = tables.members
        .filter((row) => row['planId'] === planId)
        .map(({ joinDate, exitDate }) => ({ joinDate: joinDate!, exitDate: exitDate || null }));
      const membersOf = (month: string) => rows.filter(({ asAt }) => asAt!.startsWith(month)).length;
      for (const [i, month] of months.entries()) {
        if (i === 0) continue;
        const joiners = dates.filter((each) => joinsIn(each, month)).length;
        const leavers = dates.filter((each) => leavesIn(each, month)).length;
        expect(membersOf(month), `${planId} ${month}`).toBe(membersOf(months[i - 1]!) + joiners - leavers);
      }
    }
  });

  it('has holdings only of members who count in the month', () => {
    const stray = tables.assetsOwned.filter(({ memberId, asAt }) => {
      const { joinDate, exitDate } = memberOf(memberId!);
      return !countsIn({ joinDate: joinDate!, exitDate: exitDate || null }, asAt!.slice(0, 7));
    });
    expect(stray).toEqual([]);
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
