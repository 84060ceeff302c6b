import { describe, expect, it } from 'vitest';
import { BothSides } from './both-sides.js';
import { CrmUnclear } from './crm.js';

const idOf = (number: number) => `0035g00000${String(number).padStart(5, '0')}AAA`;
const sidesOf = (...keys: string[]) => {
  const sides = new BothSides();
  for (const key of keys) sides.add({ object: 'contacts', key, providerId: 'LILLY' });
  return sides;
};
const seen = (sides: BothSides, ...keys: string[]) => {
  keys.forEach((key, at) => sides.see({ key, crmId: idOf(at) }));
  return sides.settle();
};
const missing = (sides: BothSides) => [...sides.missing()].map(({ key }) => key);
const all = (sides: BothSides) => sides.groups()[0]!;

describe('two sides', () => {
  it('are equal where each row has its record', () => {
    const sides = sidesOf('a', 'b');
    expect(seen(sides, 'b', 'a')).toEqual({ doubles: [], strangers: [] });
    expect(sides.groups()).toEqual([
      { providerId: 'LILLY', object: 'contacts', ours: 2, theirs: 2, missing: 0, unsent: 0, extra: 0, toDelete: 0 },
    ]);
  });

  it('differ by what was sent and is gone, and not by what was never sent', () => {
    const sides = sidesOf('a', 'b', 'c');
    sides.markUnsent('contacts', 'b');
    sides.markUnsent('contacts', 'of a row that came later');
    seen(sides, 'a');
    expect(missing(sides)).toEqual(['c']);
    expect(all(sides)).toMatchObject({ ours: 3, theirs: 1, missing: 1, unsent: 1 });
  });

  it('count an unsent row as there, if Salesforce has it all the same', () => {
    const sides = sidesOf('a');
    sides.markUnsent('contacts', 'a');
    seen(sides, 'a');
    expect(all(sides)).toMatchObject({ theirs: 1, unsent: 0, missing: 0 });
  });

  it('match ids in capitals, each with one record, and first those that are exactly the same', () => {
    const sides = sidesOf('ab-1', 'AB-1', 'cd-2', 'ef-3');
    const { doubles, strangers } = seen(sides, 'Ab-1', 'AB-1', 'CD-2', 'aB-1');
    expect(missing(sides)).toEqual(['ef-3']);
    expect([doubles.map(({ key }) => key), strangers]).toEqual([['aB-1'], []]);
  });

  it('tell second records of a row from records of no row', () => {
    const { doubles, strangers } = seen(sidesOf('a'), 'a', 'a', 'z');
    expect([doubles, strangers].map((list) => list.map(({ crmId }) => crmId))).toEqual([[idOf(1)], [idOf(2)]]);
  });

  it('are not believed if a record comes twice, also by its short id', () => {
    const sides = sidesOf('a', 'b');
    sides.see({ key: 'a', crmId: idOf(1) });
    expect(() => sides.see({ key: 'a', crmId: idOf(1).slice(0, 15) })).toThrow(CrmUnclear);
  });

  it('are read from the beginning after that', () => {
    const sides = sidesOf('a', 'b');
    seen(sides, 'a', 'z');
    sides.begin();
    expect(seen(sides, 'b')).toEqual({ doubles: [], strangers: [] });
    expect(missing(sides)).toEqual(['a']);
  });

  it('share a record between a plan and an employer of the same id, which Salesforce keeps as one', () => {
    const sides = new BothSides();
    for (const object of ['plans', 'companies'] as const) sides.add({ object, key: 'P1', providerId: null });
    seen(sides, 'P1');
    expect(sides.groups().map(({ theirs }) => theirs)).toEqual([1, 1]);
  });

  it('take what turns out to be on both, once, and forget what is on neither', () => {
    const sides = sidesOf('a');
    const late = { object: 'contacts', key: 'late', providerId: 'TALLOWOOD' } as const;
    expect([sides.match(late), sides.match(late)]).toEqual([true, false]);
    sides.remove('contacts', 'a');
    expect(sides.groups()).toMatchObject([{ providerId: 'TALLOWOOD', ours: 1, theirs: 1 }]);
  });

  it('count extra records by provider, with those that are to be deleted', () => {
    const sides = sidesOf();
    const of = { object: 'contacts', providerId: null } as const;
    sides.addExtra(of, false);
    sides.addExtra(of, true);
    expect(sides.groups()).toMatchObject([{ ours: 0, theirs: 2, extra: 2, toDelete: 1 }]);
  });
});
