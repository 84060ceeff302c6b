import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { demoPast, type DemoPast } from '@superscope/local/demo-past/past-plan';
import { beginningOf, pastSteps } from '@superscope/local/demo-past/past-days';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rowsOf, type CsvRow } from './csv-reading.js';
import { smallDemoData } from './demo-data.fixture.js';
import { writePastFiles } from './past-files.js';

const demo = smallDemoData();
const folder = mkdtempSync(join(tmpdir(), 'demo-past-'));
let past: DemoPast;

beforeAll(() => {
  mkdirSync(folder, { recursive: true });
  past = writePastFiles(demo.files, folder, '2026-10', 8);
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const delivered = (month: string, table: string): CsvRow[] =>
  past.deliveries
    .find((delivery) => delivery.month === month)!
    .files.filter((file) => file.table === table)
    .flatMap((file) => rowsOf(file));
const inAll = (table: string) => past.deliveries.flatMap(({ month }) => delivered(month, table));
const sorted = (rows: readonly CsvRow[]) => rows.map((row) => JSON.stringify(row)).sort();

describe('The files of the demo’s past', { timeout: 30_000 }, () => {
  it('are those of eight months, and first those of everything before', () => {
    const months = ['02', '03', '04', '05', '06', '07', '08', '09', '10'].map((month) => `2026-${month}`);
    expect(past.deliveries.map(({ month }) => month)).toEqual(months);
    expect(demoPast.parse(JSON.parse(JSON.stringify(past)))).toEqual(past);
    const days = new Set(delivered('2026-05', 'memberSnapshots').map((row) => row['asAt']));
    expect([...days]).toEqual(['2026-05-31']);
    expect(delivered('2026-02', 'memberSnapshots').every((row) => row['asAt']! <= '2026-02-28')).toBe(true);
  });

  it('hold every row of the undivided files once, where none was changed later', () => {
    for (const table of ['assetsOwned', 'campaignEmailEvents', 'contactRequests', 'memberEvents', 'fees'] as const)
      expect(sorted(inAll(table)), table).toEqual(sorted(demo.tables[table]));
  });

  it('deliver a member when they joined, and again when they left', () => {
    const left = demo.tables.members.find((row) => row['exitDate']! > '2026-05' && row['joinDate']! < '2026-01')!;
    const rows = inAll('members').filter((row) => row['memberId'] === left['memberId']);
    expect(rows.map((row) => row['exitDate'])).toEqual(['', left['exitDate']]);
    expect(delivered(left['exitDate']!.slice(0, 7), 'members')).toContainEqual(left);
  });

  it('leave every member but the one who moves as the undivided files do', () => {
    const newest = new Map(inAll('members').map((row) => [row['memberId'], row]));
    const changed = demo.tables.members.filter(
      (row) => JSON.stringify(newest.get(row['memberId'])) !== JSON.stringify(row),
    );
    expect(changed.map((row) => row['memberId'])).toEqual([past.moved.memberNumber]);
    const before = newest.get(past.moved.memberNumber)!;
    expect(`TWR.${changed[0]!['companyId']}`).toBe(past.moved.companyId);
    expect(before['companyId']).not.toBe(changed[0]!['companyId']);
  });

  it('have a month with old balances, which a later file of its plan corrects', () => {
    const of = (rows: readonly CsvRow[]) => rows.filter((row) => row['planId'] === 'P0001');
    const right = of(demo.tables.memberSnapshots.filter((row) => row['asAt'] === '2026-07-31'));
    const wrong = of(delivered(past.replaced.month, 'memberSnapshots'));
    const differ = wrong.filter((row, i) => JSON.stringify(row) !== JSON.stringify(right[i]));
    expect(differ.length).toBeGreaterThan(wrong.length / 5);
    expect(differ.length).toBeLessThan(wrong.length / 3);
    expect(rowsOf(past.replaced.file)).toEqual(right);
  });

  it('have a campaign more, which is cancelled', () => {
    const known = new Set(demo.tables.campaigns.map((row) => row['campaignId']));
    const more = inAll('campaigns').filter((row) => !known.has(row['campaignId']));
    expect(more.map((row) => `TWR.${row['campaignId']}`)).toEqual([past.cancelled.campaignId]);
  });
});

describe('The days of the demo’s past', () => {
  const steps = () => pastSteps(past, new Date('2026-11-25T00:00:00Z'));
  const dayOf = (name: string) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Australia/Sydney' }).format(steps().find((s) => s.name === name)!.at);

  it('import a month on the 5th of the next one and close it on the 8th', () => {
    expect(dayOf('import-2026-05')).toBe('2026-06-05');
    expect(dayOf('close-2026-05')).toBe('2026-06-08');
    expect(['open-2026-06', 'open-2026-11'].map(dayOf)).toEqual(['2026-06-01', '2026-11-01']);
    expect(dayOf('import-2026-10')).toBe('2026-11-05');
  });

  it('begin with the first files, in the order of time', () => {
    expect(beginningOf(past).getTime()).toBeLessThan(steps()[0]!.at.getTime());
    expect(steps()[0]!.name).toBe('import-2026-02');
    const times = steps().map(({ at }) => at.getTime());
    expect(times).toEqual(times.toSorted((a, b) => a - b));
  });

  it('replace a month and cancel a campaign after they were imported', () => {
    const order = steps().map(({ name }) => name);
    expect(order.indexOf('replace')).toBeGreaterThan(order.indexOf(`close-${past.replaced.month}`));
    expect(order.indexOf('cancel')).toBeGreaterThan(order.indexOf(`import-${past.cancelled.month}`));
    expect(order.indexOf('demote')).toBeGreaterThan(order.indexOf('promote'));
  });

  it('end now: what would be later happens now, and a month stays open until it is due', () => {
    const now = new Date('2026-11-03T00:00:00Z');
    const early = pastSteps(past, now);
    expect(early.every(({ at }) => at <= now)).toBe(true);
    expect(early.find(({ name }) => name === 'import-2026-10')!.at).toEqual(now);
    expect(early.map(({ name }) => name)).not.toContain('close-2026-10');
  });
});
