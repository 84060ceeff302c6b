import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { figuresFrom } from '@superscope/domain/scoring/figures-from-rows';
import { scoreMember, type MemberScore } from '@superscope/domain/scoring/member-score';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf, type CsvRow } from './csv-reading.js';
import { generateDemoData } from './generate-demo-data.js';
import type { DemoFile } from './import-tables.js';

const folder = mkdtempSync(join(tmpdir(), 'demo-calibration-'));
const asAt = '2026-10-31';
const inTrailingYear = (line: string) => line.split(',', 3)[2]! > '2025-10-31';
let files: DemoFile[];
let scores: { planId: string; score: MemberScore }[];

const file = (table: string) => files.find((candidate) => candidate.table === table)!;
const cents = (text: string) => (text === '' ? null : Math.round(Number(text) * 100));
const byMember = (rows: CsvRow[]) => {
  const grouped = new Map<string, CsvRow[]>();
  for (const row of rows) {
    const own = grouped.get(row['memberId']!);
    if (own) own.push(row);
    else grouped.set(row['memberId']!, [row]);
  }
  return grouped;
};

/** Scores every member of the last month from the files. */
const scoreLastMonth = (): typeof scores => {
  const { figures, problems } = figuresFrom({
    superParameters: rowsOf(file('superParameters')).map((row) => ({
      name: row['name']!,
      value: Number(row['value']),
      validFrom: row['validFrom']!,
    })),
    benchmarks: rowsOf(file('benchmarks')).map((row) => ({
      kind: row['kind'] as 'PEER' | 'ASFA',
      birthYearOrAge: Number(row['birthYearOrAge']),
      gender: (row['gender'] || null) as 'Female' | 'Male' | null,
      amountCents: cents(row['amount']!)!,
      validFrom: row['validFrom']!,
    })),
  });
  expect(problems).toEqual([]);
  const members = new Map(rowsOf(file('members')).map((row) => [row['memberId']!, row]));
  const assessed = new Map<string, string>();
  for (const event of rowsOf(file('memberEvents'), (line) => line.includes('RiskProfileAssessmentCompleted')))
    assessed.set(event['memberId']!, event['effectiveDate']!);
  const year = byMember(rowsOf(file('memberSnapshots'), inTrailingYear));
  const scored: typeof scores = [];
  for (const [memberId, rows] of year) {
    const now = rows[rows.length - 1]!;
    if (now['asAt'] !== asAt) continue;
    const sum = (column: string, from = '') =>
      rows.reduce((total, row) => total + (row['asAt']! < from ? 0 : cents(row[column]!)!), 0);
    const member = members.get(memberId)!;
    const score = scoreMember(
      {
        birthMonth: member['dateOfBirth']!.slice(0, 7),
        gender: member['gender']!,
        joinDate: member['joinDate']!,
        salaryCents: cents(now['salary']!),
        totalAssetsOwnedCents: cents(now['totalAssetsOwned']!),
        deathCoverCents: cents(now['deathCover']!),
        tpdCoverCents: cents(now['tpdCover']!),
        sciCoverCents: cents(now['sciCover']!),
        insurancePremiumCents: cents(now['insurancePremium']!),
        riskProfileName: now['riskProfileName']!,
        growthExposurePercent: Number(now['growthExposure']),
        holdingsGrowthPercent: null,
        beneficiaryNominationType: now['beneficiaryNominationType']!,
        nominationDate: now['nominationDate'] || null,
        nominationLapsing: now['nominationLapsing'] === 'Yes',
        latestValidation: null,
        riskProfileAssessedOn: assessed.get(memberId) ?? null,
        trailingYear: {
          monthsWithSnapshot: rows.length,
          salarySacrificeCents: sum('salarySacrifice'),
          personalContributionsCents: sum('personalContributions'),
          feesCents: sum('fees'),
          madeVoluntaryContribution: sum('salarySacrifice') + sum('personalContributions') > 0,
        },
        concessionalThisYear: {
          monthsWithSnapshot: rows.filter((row) => row['asAt']! >= '2026-07').length,
          cents: sum('employerContributions', '2026-07') + sum('salarySacrifice', '2026-07'),
        },
      },
      figures,
      asAt,
    );
    scored.push({ planId: now['planId']!, score });
  }
  return scored;
};

beforeAll(async () => {
  ({ files } = await generateDemoData({ size: 'demo', outDir: folder, asAt: '2026-10' }));
  scores = scoreLastMonth();
}, 60_000);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const meanScore = (of: typeof scores): number => {
  const known = of.flatMap(({ score }) => (score.scoreMillionths === null ? [] : [score.scoreMillionths / 1e6]));
  return known.reduce((sum, score) => sum + score, 0) / known.length;
};
const share = (flag: (score: MemberScore) => boolean | null) => {
  const known = scores.map(({ score }) => flag(score)).filter((value) => value !== null);
  return known.filter(Boolean).length / known.length;
};
const expectBetween = (value: number, low: number, high: number) => {
  expect(value).toBeGreaterThan(low);
  expect(value).toBeLessThan(high);
};

describe('The demo, scored', () => {
  it('imports at most 330,000 rows and shows 3,500 members', () => {
    expect(files.reduce((sum, { rows }) => sum + rows, 0)).toBeLessThanOrEqual(330_000);
    expect(scores).toHaveLength(3_500);
  });

  it('averages about three stars, with plans above and below', () => {
    expectBetween(meanScore(scores), 2.9, 3.1);
    for (const planId of new Set(scores.map((scored) => scored.planId))) {
      const members = scores.filter((scored) => scored.planId === planId);
      if (members.length >= 100) expectBetween(meanScore(members), 2.75, 3.25);
    }
  });

  it('leaves room for improvement in every area', () => {
    expectBetween(
      share((score) => score.beneficiaryNominationType === '4|None'),
      0.42,
      0.53,
    );
    expectBetween(
      share((score) => score.expiredBeneficiaryNominated),
      0.015,
      0.045,
    );
    expectBetween(
      share((score) => score.balanceWithinAverage),
      0.44,
      0.56,
    );
    expectBetween(
      share((score) => score.potentiallyInadequateLifeInsurance),
      0.5,
      0.65,
    );
    expectBetween(
      share((score) => score.investmentStrategySuitable),
      0.63,
      0.76,
    );
    expectBetween(
      share((score) => score.makingVoluntaryContributions),
      0.11,
      0.18,
    );
    expectBetween(
      share((score) => score.approachingConcessionalCap),
      0.008,
      0.035,
    );
  });
});
