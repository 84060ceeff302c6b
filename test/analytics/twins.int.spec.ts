import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestRules } from '@superscope/domain/publishing/publishing-rules';
import { eldersBy, ownLabel, type Elders } from '@superscope/domain/publishing/twins';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { demoMemberMonths } from '../demo-data/demo-member-months.fixture.js';
import { generateDemoData } from '../demo-data/generate-demo-data.js';
import { comparedMonths, lastMonth, pairsInDemo } from './demo-twins.js';
import { startEngine, type Engine } from './query-service.js';
import { closeMonths } from './sample-editions.js';
import { areTwins, inOneFamily, outOfOrder, type Pair } from './twin-pairs.js';

const elders = eldersBy(newestRules);
let engine: Engine;
let labels: ReadonlySet<string>;
let pairs: readonly Pair[];

beforeAll(async () => {
  const folder = mkdtempSync(join(tmpdir(), 'demo-twins-'));
  const { files } = await generateDemoData({ size: 'demo', outDir: folder, asAt: lastMonth });
  const rows = demoMemberMonths(files, comparedMonths);
  rmSync(folder, { recursive: true, force: true });
  engine = await startEngine();
  await closeMonths(engine.client, rows);
  ({ labels, pairs } = await pairsInDemo(engine.client));
}, 120_000);
afterAll(() => engine?.stop());

const correlationOf = (a: string, b: string): number =>
  pairs.find((pair) => pair.labels.includes(a) && pair.labels.includes(b))?.correlation ?? 0;
const isMove = (label: string): boolean => label.startsWith('scoreBand-');

describe('facts that are nearly one secret over the demo data', () => {
  it('are of one family and share their noise', () => {
    expect(labels.size).toBeGreaterThan(230);
    expect(outOfOrder(pairs, elders)).toEqual([]);
  });

  it('are refused if one of them lacks its elder', () => {
    const without = (label: string): Elders => new Map([...elders].filter(([younger]) => younger !== label));
    expect(outOfOrder(pairs, without('growthAdequate')).join('\n')).toContain(
      "'growthAdequate' and 'investmentSuitable' correlate by 0.8",
    );
    for (const younger of elders.keys())
      if (!isMove(younger)) expect(outOfOrder(pairs, without(younger)).length, younger).toBeGreaterThan(0);
  });

  it('have an elder without an elder, and with the sign of their correlation', () => {
    for (const [younger, { label, sign }] of elders) {
      expect(labels, younger).toContain(younger);
      expect(labels, `the elder of ${younger}`).toContain(label);
      expect(elders.has(label), `the elder of ${younger}`).toBe(false);
      // Moves of all lengths have the same elders, also over eight quarters, over which some are too few to compare.
      if (!isMove(younger)) expect(correlationOf(younger, label) * sign, `${younger}, ${label}`).toBeGreaterThan(0.2);
    }
  });

  it('have an elder only where they need one', () => {
    const needed = new Set(
      pairs.filter((pair) => areTwins(pair) && inOneFamily(pair, elders)).flatMap((pair) => pair.labels),
    );
    expect([...elders.keys()].filter((younger) => !needed.has(younger) && !isMove(younger))).toEqual([]);
  });

  it('draw their own noise under a label that no fact has', () => {
    for (const younger of elders.keys()) expect(labels).not.toContain(ownLabel(younger));
  });
});
