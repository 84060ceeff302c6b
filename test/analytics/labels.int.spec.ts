import { measureOf } from '@superscope/api/analytics/model/catalogue';
import { makeEngaged } from '@superscope/api/analytics/model/secret-columns';
import { randomMemberRow } from '@superscope/domain/publishing/random-member.fixture';
import { seededRandom } from '@superscope/domain/seeded-random.fixture';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { amounts, labelTruths, type Truth } from './label-truths.js';
import { startEngine, type Engine } from './query-service.js';
import { closeMonths } from './sample-editions.js';
import { memberMonth } from './sample-members.js';

let engine: Engine;
beforeAll(async () => {
  engine = await startEngine();
  const random = seededRandom(14);
  const rows = Array.from({ length: 3_000 }, (_, i) => ({
    ...memberMonth('acme', '2025-06', i),
    ...randomMemberRow(random),
  }));
  await closeMonths(engine.client, rows as Parameters<typeof closeMonths>[1]);
});
afterAll(() => engine?.stop());

const truths = () => labelTruths(engine.client);

describe('noise labels', () => {
  it('and facts correspond one to one', async () => {
    const found = await truths();
    expect(found.size).toBeGreaterThan(90);
    const byTruth = new Map<string, string[]>();
    for (const [label, truth] of found) {
      const written = truth.map(Number).join('');
      expect(
        written,
        `'${label}' holds for all sampled members or for none, so the sample cannot prove anything`,
      ).toMatch(/01|10/);
      byTruth.set(written, [...(byTruth.get(written) ?? []), label]);
    }
    const same = [...byTruth.values()].filter((labels) => labels.length > 1);
    // The complement of a fact is not a separate fact.
    const rests = [...byTruth].flatMap(([written, labels]) => {
      const rest = byTruth.get([...written].map((each) => (each === '1' ? '0' : '1')).join(''));
      return rest && labels[0]! < rest[0]! ? [[...labels, ...rest]] : [];
    });
    expect([...same, ...rests]).toEqual([]);
  });

  it('of facts that imply the condition of being engaged are known to it, so that they keep their noise', async () => {
    const found = await truths();
    const isEngaged = found.get('engaged')!;
    const within = (part: Truth, whole: Truth) => part.every((each, i) => !each || whole[i]!);
    const others = [...found].filter(([label]) => label !== 'engaged');
    expect(new Set(others.filter(([, truth]) => within(truth, isEngaged)).map(([label]) => label))).toEqual(
      new Set(makeEngaged),
    );
    // The condition itself implies no other fact, nor that a fact does not hold.
    const isNot = (truth: Truth) => truth.map((each) => !each);
    for (const [label, truth] of others) {
      expect(within(isEngaged, truth), `being engaged implies '${label}'`).toBe(false);
      expect(within(isNot(truth), isEngaged), `the lack of '${label}' implies being engaged`).toBe(false);
      expect(within(truth, isNot(isEngaged)), `'${label}' excludes being engaged`).toBe(false);
    }
  });

  it('of dated facts have the length of the look-back and no date', async () => {
    const dated = [...(await truths()).keys()].filter((label) => label.startsWith('last'));
    expect(dated).toHaveLength(3 * 7);
    for (const label of dated) expect(label).toMatch(/^last(SignIn|Contact[A-Za-z]*):(1|3|12)$/);
  });

  it('of averages exist once for each column of amounts', () => {
    const byLabel = new Map<string, Set<string>>();
    for (const { amounts: column, of } of amounts)
      byLabel.set(of.average, (byLabel.get(of.average) ?? new Set()).add(column));
    expect([...byLabel.values()].every((each) => each.size === 1)).toBe(true);
    expect(byLabel.size).toBe(new Set(amounts.map((each) => each.amounts)).size);
    expect(measureOf('MemberSnapshot.benchmarkIndex').published).toMatchObject({ of: { average: 'avg:balance' } });
  });

  it('are ASCII without separator characters', async () => {
    for (const label of (await truths()).keys()) expect(label).toMatch(/^[!-%'-{}~]+$/);
  });
});
