import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { Cell, hexKey } from './cell.js';
import { averageOf, margin, total } from './combine.js';
import { average, category, cumulative, flag, headcount, type AverageKind, type Condition } from './publish.js';
import { figure, withheld, type Published } from './published.js';
import type { PublishingRules } from './publishing-rules.js';
import { factored, memberKeys } from './record-key.js';
import { testSecret } from './test-secret.fixture.js';
import type { Elders } from './twins.js';

// The output of the design's reference programme, which uses exact arithmetic.
const text = readFileSync(new URL('./vectors.fixture.json', import.meta.url), 'utf8');
// One amount exceeds 2^53, so long numbers are read as text.
const vectors = JSON.parse(text.replace(/\b\d{16}\b/g, '"$&"')) as Vectors;

interface Asked {
  set: string;
  fact: string;
  k: number;
  month: string;
  edition: number;
  condition?: string;
  n?: number;
  base?: number;
  elder?: [string, 1 | -1];
  is: [unknown, unknown];
}
interface Vectors {
  recordKey: Record<string, string>;
  factorPpm: Record<string, number>;
  factored: [number | string, string, number | string][];
  key: Record<string, string>;
  headcount: Record<string, number | string>;
  flag: Asked[];
  category: { set: string; name: string; counts: number[]; is: [unknown, unknown][] }[];
  average: {
    set: string;
    measure: string;
    kind: AverageKind;
    top: number | null;
    have: number;
    total: number;
    lowest: number;
    highest: number;
    nonzero: number;
    z: number;
    is: number | string;
    'total is': number | string;
  }[];
  several: { members: number; average: number; 'left out': string[] };
  shareChange: [number, number, number, boolean, number | string][];
}

const ids = Array.from({ length: 120 }, (_, i) => `1000${String(i + 1).padStart(4, '0')}`);
const sets: Record<string, string[]> = {
  'all 120': ids,
  'first 60': ids.slice(0, 60),
  '2 to 60': ids.slice(1, 60),
  'first 40': ids.slice(0, 40),
  'first 12': ids.slice(0, 12),
  'first 7': ids.slice(0, 7),
};
/** The design's own elders, which are not the product's. */
const elders: Elders = new Map([
  ['nomination<=3', { label: 'nomination<=2', sign: 1 }],
  ['growthExposureAdequated', { label: 'investmentStrategySuitable', sign: 1 }],
  ['belowModest', { label: 'onTrack', sign: -1 }],
]);
const cellOf = (name: string, month = '2026-09', edition = 3, rules: PublishingRules = 2) => {
  const members = sets[name]!;
  const key = BigInt.asUintN(
    64,
    members.reduce((sum, id) => sum + memberKeys(testSecret, id).recordKey, 0n),
  );
  const set = { key, n: members.length, plan: 120, month, edition, whole: name === 'all 120', rules } as const;
  return rules === 1 ? new Cell(testSecret, set) : new Cell(testSecret, set, { drawn: 0 }, elders);
};
const asText = ({ value, because, least, rounded }: Published) =>
  because === 'least' ? `about ${least} % or more` : rounded ? `about ${value} %` : (because ?? value);

describe('published figures', () => {
  it('use the keys and factors of the design', () => {
    for (const [id, key] of Object.entries(vectors.recordKey))
      expect(hexKey(memberKeys(testSecret, id).recordKey)).toBe(key);
    for (const [id, ppm] of Object.entries(vectors.factorPpm))
      expect(memberKeys(testSecret, id).factorPpm).toBe(BigInt(ppm));
    for (const [cents, id, is] of vectors.factored)
      expect(factored(BigInt(cents), memberKeys(testSecret, id).factorPpm)).toBe(BigInt(is));
    for (const name of Object.keys(sets)) expect(hexKey(cellOf(name).key)).toBe(vectors.key[name]);
  });

  it('give the headcounts of the design', () => {
    for (const [name, is] of Object.entries(vectors.headcount)) expect(asText(headcount(cellOf(name)))).toBe(is);
  });

  it('give the flags of the design', () => {
    expect(vectors.flag.filter(({ elder }) => elder).length).toBeGreaterThan(2);
    for (const { set, fact, k, month, edition, condition: label, n, base, elder, is } of vectors.flag) {
      if (elder) expect(Object.values(elders.get(fact)!)).toEqual(elder);
      const cell = cellOf(set, month, edition);
      const condition: Condition | null = label === undefined ? null : { label, n: n!, base: figure(base!) };
      const { count, share } = flag(cell, headcount(cell), fact, k, condition);
      // The reference has no count if the share is in whole tens.
      expect([is[0] === null ? null : asText(count), asText(share)]).toEqual(is);
    }
  });

  it('of editions of the first rules have no twins', () => {
    const countOf = (month: string, edition: number) => {
      const cell = cellOf('all 120', month, edition, 1);
      return flag(cell, headcount(cell), 'nomination<=3', 57).count.value;
    };
    // As published before there were twins.
    expect([countOf('2026-09', 3), countOf('2026-09', 4), countOf('2026-10', 3)]).toEqual([57, 57, 59]);
    expect(cellOf('all 120', '2026-09', 3, 1).elders.size).toBe(0);
  });

  it('give the categories of the design', () => {
    for (const { set, name, counts, is } of vectors.category) {
      const cell = cellOf(set);
      const labels = counts.slice(1).map((_, i) => `${name}<=${i + 1}`);
      const values = category(cell, headcount(cell), { noise: cumulative(labels), hasUnknown: true }, counts);
      expect(values.map(({ count, share }) => [asText(count), asText(share)])).toEqual(is);
    }
  });

  it('give the averages and totals of the design', () => {
    for (const { set, measure, kind, top, z, is, 'total is': totalIs, ...amounts } of vectors.average) {
      const cell = cellOf(set);
      const labels = { average: `avg:${measure}`, known: `known:${measure}`, some: `some:${measure}` };
      const got = average(cell, headcount(cell), { kind, ...(top ? { top } : {}), ...labels }, amounts);
      expect(cell.deviate(labels.average)).toBeCloseTo(z, 8);
      expect(asText(got)).toBe(is);
      expect(asText(total(got, headcount(cell)))).toBe(totalIs);
    }
  });

  it('add up several cells, leaving out and naming the withheld ones', () => {
    const part = (name: string, members: number, value: number) => ({
      name,
      members: figure(members),
      value: figure(value),
    });
    const tas = { name: 'TAS', members: withheld('<11'), value: withheld('<11') };
    const { value, leftOut } = averageOf([part('NSW', 412, 121_000), part('VIC', 335, 118_500), tas], 1);
    expect({ average: value.value, 'left out': leftOut }).toEqual({
      average: vectors.several.average,
      'left out': vectors.several['left out'],
    });
  });

  it('show a change of a share only beyond its margin', () => {
    for (const [now, before, base, whole, is] of vectors.shareChange)
      expect(Math.abs(now - before) < margin('share', figure(now), figure(base), whole)!).toBe(
        is === 'no clear change',
      );
  });

  it('of ages have margins for whole plans and for groups, and younger twins have wider ones', () => {
    const age = (whole: boolean) => margin('age', figure(44.4), figure(120), whole)!;
    expect(age(true)).toBeCloseTo((4.4 / 120) * 44.4);
    expect(age(false)).toBeCloseTo((7.1 / 120) * 44.4);
    expect(margin('count', figure(60), figure(120), true, true)).toBeCloseTo(6.9 * 1.41);
    expect(margin('share', figure(50), figure(120), false, true)).toBeCloseTo((1130 / 120) * 1.41);
  });
});
