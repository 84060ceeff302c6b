import { describe, expect, it } from 'vitest';
import { seededRandom } from '../seeded-random.fixture.js';
import { nearValue, type RefusedColumn } from './near-value.js';

const anything = () => true;
const column = (type: RefusedColumn['type'], more: Partial<RefusedColumn> = {}): RefusedColumn => ({
  type,
  accepts: anything,
  ...more,
});
const sure = (value: string) => ({ value, isGuess: false });
const guess = (value: string) => ({ value, isGuess: true });

describe('the value near a refused cell', () => {
  const gender = column('choice', { values: ['Male', 'Female'] });

  it.each([
    ['Femail', sure('Female')],
    ['female ', sure('Female')],
    ['F', sure('Female')],
    ['Mail', sure('Male')],
    // Nothing is near, and nothing is made up.
    ['Unknown', null],
    ['', null],
  ])('is the only one of a choice that is written alike: %s', (cell, near) =>
    expect(nearValue(cell, gender)).toEqual(near),
  );

  it('is none if two are equally near', () =>
    expect(nearValue('cab', column('choice', { values: ['cat', 'car'] }))).toBeNull());

  it.each([
    ['86,4OO', '86,400'],
    ['$ 1 204.50', '1204.50'],
    ['l2', '12'],
    ['(1,234.00)', '-1,234.00'],
    ['12.50-', '-12.50'],
    ['A$5', '5'],
  ])('of a number has digits for letters, and nothing around them: %s', (cell, value) =>
    expect(nearValue(cell, column('money'))).toEqual(sure(value)),
  );

  it.each([
    ['30.06.2026', sure('30/06/2026')],
    ['3O/06/2026', sure('30/06/2026')],
    ['2026_6_30', sure('30/06/2026')],
    // Somebody may have been born on the 27th, or in March.
    ['30/02/1988', guess('29/02/1988')],
    ['31/06/2026', guess('30/06/2026')],
    ['06/30/2026', guess('30/06/2026')],
    ['30/06/26', null],
    ['40/06/2026', null],
    ['soon', null],
  ])('of a day is that day, or a guess: %s', (cell, near) => expect(nearValue(cell, column('date'))).toEqual(near));

  it('of a day within a month is a guess at its end, where only ends of months are accepted', () => {
    const monthEnds = column('date', { accepts: (text) => text === '30/06/2026' });
    expect(nearValue('29/06/2026', monthEnds)).toEqual(guess('30/06/2026'));
  });

  it('of an id is the one that looks the same, or a guess at one that differs in a letter', () => {
    const known = ['P0001', 'P0002', 'TALLOW'];
    expect(nearValue('POOO1', column('id', { known }))).toEqual(sure('P0001'));
    expect(nearValue('PI', column('id', { known: ['P1', 'P2'] }))).toEqual(sure('P1'));
    expect(nearValue('p0001 ', column('id', { known }))).toEqual(sure('P0001'));
    expect(nearValue('TALOW', column('id', { known }))).toEqual(guess('TALLOW'));
    // P0001 and P0002 are equally near.
    expect(nearValue('P0003', column('id', { known }))).toBeNull();
  });

  it('never repeats a tax file number', () =>
    expect(nearValue("'TFN 123 456 782", column('text', { accepts: anything }))).toBeNull());

  it('is always another one than the cell, and accepted', () => {
    const random = seededRandom(53);
    const letters = [..."0OolI1 9/-.,$()'MaleFmixP2026"];
    const types = ['id', 'text', 'email', 'choice', 'date', 'instant', 'money', 'number', 'integer', 'flag'] as const;
    let found = 0;
    for (let round = 0; round < 20_000; round += 1) {
      const length = Math.floor(random() * 11);
      const cell = Array.from({ length }, () => letters[Math.floor(random() * letters.length)]).join('');
      const type = types[round % types.length]!;
      const accepts = (text: string) => text.length % 2 === 0;
      const known = ['P001', 'P2026x', 'Mlae'];
      const near = nearValue(cell, { type, values: ['Male', 'Female'], accepts, ...(type === 'id' && { known }) });
      if (near === null) continue;
      found += 1;
      expect([near.value !== cell, accepts(near.value)]).toEqual([true, true]);
      if (type === 'id') expect(known).toContain(near.value);
    }
    expect(found).toBeGreaterThan(500);
  });
});
