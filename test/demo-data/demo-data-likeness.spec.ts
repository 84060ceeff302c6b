import { describe, expect, it } from 'vitest';
import { type CsvRow } from './csv-reading.js';

import { smallDemoData } from './demo-data.fixture.js';

const { tables, share, memberOf, nowRows } = smallDemoData();

describe('The demo data', { timeout: 30_000 }, () => {
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
});
