import { Binary, Decimal128, Long, MaxKey, MinKey, ObjectId, Timestamp, UUID } from 'bson';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeValue, inverted, successor } from './key-encoding.js';

const compare = (a: unknown, b: unknown) => Math.sign(encodeValue(a).compare(encodeValue(b)));

describe('the key of a value', () => {
  it('sorts as MongoDB sorts values of different types', () => {
    const inOrder = [
      new MinKey(),
      null,
      NaN,
      -Infinity,
      -1.5,
      0,
      1,
      Infinity,
      '',
      'a',
      'a\0',
      'ab',
      { a: 1 },
      { a: 2 },
      { b: 1 },
      [1],
      [1, 2],
      new Binary(Buffer.from([9])),
      new Binary(Buffer.from([1, 1])),
      new UUID('00000000-0000-4000-8000-000000000000'),
      new ObjectId('000000000000000000000001'),
      new ObjectId('ff0000000000000000000000'),
      false,
      true,
      new Date(-1),
      new Date(1),
      new Timestamp(1n),
      /a/,
      new MaxKey(),
    ];
    const shuffled = [...inOrder].sort(() => 1).reverse();
    expect(shuffled.sort(compare)).toEqual(inOrder);
    expect(inOrder.slice(1).map((value, i) => compare(inOrder[i], value))).toEqual(Array(inOrder.length - 1).fill(-1));
  });

  it('is the same for equal numbers of any type, and exact for 64-bit integers', () => {
    expect(compare(1, Long.fromNumber(1))).toBe(0);
    expect(compare(-0, 0)).toBe(0);
    expect(compare(undefined, null)).toBe(0);
    const big = Long.fromString('9007199254740993');
    expect(compare(big, 9007199254740992)).toBe(1);
    expect(compare(big, Long.fromString('9007199254740994'))).toBe(-1);
    expect(compare(Long.MAX_VALUE, Long.MAX_VALUE.sub(1))).toBe(1);
    expect(compare(Long.MIN_VALUE, Long.MIN_VALUE.add(1))).toBe(-1);
  });

  it('keeps the order of numbers and of texts', () => {
    const sign = (n: number) => Math.sign(n);
    fc.assert(
      fc.property(
        fc.double({ noNaN: true }),
        fc.double({ noNaN: true }),
        (a, b) => compare(a, b) === sign(Number(a > b) - Number(a < b)),
      ),
    );
    const text = fc.string({ unit: 'binary' });
    fc.assert(fc.property(text, text, (a, b) => compare(a, b) === sign(Buffer.from(a).compare(Buffer.from(b)))));
    const long = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
    fc.assert(
      fc.property(
        long,
        long,
        (a, b) => compare(Long.fromBigInt(a), Long.fromBigInt(b)) === Number(a > b) - Number(a < b),
      ),
    );
  });

  it('keeps the order of compound keys, ascending and descending', () => {
    const pair = fc.tuple(fc.string(), fc.integer());
    const key = ([a, b]: [string, number]) => Buffer.concat([inverted(encodeValue(a)), encodeValue(b)]);
    fc.assert(
      fc.property(pair, pair, (x, y) => {
        const expected = -compare(x[0], y[0]) || compare(x[1], y[1]);
        return Math.sign(key(x).compare(key(y))) === (expected || 0);
      }),
    );
  });

  it('has a successor above everything that begins with it', () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1 }), fc.uint8Array(), (prefix, rest) => {
        const next = successor(Buffer.from(prefix));
        return prefix.every((byte) => byte === 0xff) || next.compare(Buffer.concat([prefix, rest])) > 0;
      }),
    );
  });

  it('is refused for a Decimal128, whose exact value it could not tell apart', () => {
    expect(() => encodeValue(Decimal128.fromString('1.10'))).toThrow('Decimal128');
    expect(() => encodeValue(Decimal128.fromString('1.10'), true)).not.toThrow();
  });
});
