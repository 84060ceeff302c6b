import { Binary } from 'bson';
import { Binary as DriversBinary } from 'mongodb';
import { describe, expect, it } from 'vitest';
import { decode, elementsOf, encode, encodeWithRaw, Raw } from './bson-codec.js';

describe('the BSON codec', () => {
  it('inserts encoded documents into replies without decoding', () => {
    const documents = [encode({ a: 1 }), encode({ b: ['x'] })];
    const reply = encodeWithRaw({ cursor: new Raw(encodeWithRaw({ firstBatch: new Raw(documents), id: 0 })), ok: 1 });
    expect(decode(reply)).toEqual({ cursor: { firstBatch: [{ a: 1 }, { b: ['x'] }], id: 0 }, ok: 1 });
    expect(decode(encodeWithRaw({ value: null, none: new Raw([]) }))).toEqual({ value: null, none: [] });
  });

  it('finds the top-level elements of a document', () => {
    const body = encode({ ä: 'x', nested: { deep: [1] }, n: 5 });
    const elements = elementsOf(body);
    expect(elements.map((each) => each.name)).toEqual(['ä', 'nested', 'n']);
    expect([elements[0]!.start, elements.at(-1)!.end]).toEqual([4, body.length - 1]);
  });

  it('distinguishes binary values by their text, as mingo compares them, without changing the driver', () => {
    const text = (...bytes: number[]) => new Binary(Buffer.from(bytes)).toString();
    expect(text(0x80)).not.toBe(text(0x81));
    expect(new DriversBinary(Buffer.from('abc')).toString()).toBe('abc');
  });
});
