import { describe, expect, it } from 'vitest';
import { addedFields, begun, fields, nestedRecord, patchOf, revised, shapesOf, upcastersOf } from './fields.js';
import { firstInvalidField } from './shape.js';

const shopFields = fields({
  shopId: { kind: 'id', needed: true },
  name: { kind: 'text', most: 100, needed: true },
  shortName: { kind: 'text', most: 40, sameAs: 'name' },
  open: { kind: 'flag', default: true },
  limitCents: { kind: 'cents', sign: 'not negative', column: 'limit' },
  owner: { kind: 'text', most: 40, personal: true },
  ownerKnown: { kind: 'flag', default: false, column: null },
});
const laterFields = fields({
  ...shopFields,
  website: { kind: 'text', most: 255, since: 2 },
  visits: { kind: 'count', most: 9, default: 0, since: 3 },
  manager: { kind: 'text', most: 40, personal: true, since: 3 },
});

const shop = {
  shopId: 'S1',
  name: 'Corner',
  shortName: 'Corner',
  open: true,
  limitCents: null,
  ownerKnown: false,
  personal: { owner: null },
};
const line = { shopId: 'S1', name: 'Corner', shortName: null, open: null, limit: 100, owner: 'Jo' };

describe('a record whose fields are declared once', () => {
  it('begins with the values of fields that nobody gave', () =>
    expect(begun(shopFields, { shopId: 'S1', name: 'Corner', personal: {} })).toEqual(shop));

  it('is revised by what a patch gives, personal fields too', () => {
    const patch = { shopId: 'S1', name: 'Corner', limitCents: 5, open: undefined, personal: { owner: 'Jo' } };
    expect(revised(shopFields, shop, patch)).toEqual({ ...shop, limitCents: 5, personal: { owner: 'Jo' } });
    expect(revised(shopFields, null, patch)).toEqual({ ...shop, limitCents: 5, personal: { owner: 'Jo' } });
    expect(revised(shopFields, { ...shop, shortName: 'C' }, patch).shortName).toBe('C');
  });

  it('is read from a line: blank cells clear, columns left out change nothing', () => {
    expect(patchOf(shopFields, line)).toEqual({
      shopId: 'S1',
      name: 'Corner',
      shortName: 'Corner',
      open: true,
      limitCents: 100,
      personal: { owner: 'Jo' },
    });
    const { shortName, open } = patchOf(shopFields, { ...line, shortName: undefined, open: undefined });
    expect({ shortName, open }).toEqual({ shortName: undefined, open: undefined });
  });

  it('is the same record where a view has its personal fields beside the others', () => {
    const { personal, ...plain } = shop;
    expect(nestedRecord(shopFields, { ...plain, ...personal })).toEqual(shop);
  });

  it('takes only declared columns from a line', () =>
    expect(patchOf(shopFields, { ...line, colour: 'blue' } as typeof line)).not.toHaveProperty('colour'));

  it('has a shape that names the field that does not fit', () => {
    const shapes = shapesOf(shopFields);
    expect(firstInvalidField(shapes as never, shop)).toBeNull();
    expect(firstInvalidField(shapes as never, { ...shop, personal: { owner: 'Erased' } })).toBeNull();
    expect(firstInvalidField(shapes as never, { ...shop, name: null })).toBe('name');
    expect(firstInvalidField(shapes as never, { ...shop, limitCents: 1.5 })).toBe('limitCents');
    expect(firstInvalidField(shapes as never, { ...shop, personal: {} })).toBe('personal.owner');
    expect(firstInvalidField(shapes as never, { ...shop, personal: 'Jo' })).toBe('personal');
  });

  it('reads events of earlier schema versions with the values of fields that nobody gave', () => {
    expect(upcastersOf(shopFields)).toEqual([]);
    const [toSecond, toThird] = upcastersOf(laterFields);
    const second = toSecond!(shop);
    expect(second).toEqual({ ...shop, website: null });
    expect(toThird!(second)).toEqual({
      ...shop,
      website: null,
      visits: 0,
      personal: { owner: null, manager: null },
    });
    expect(firstInvalidField(shapesOf(laterFields) as never, shop)).toBe('website');
    expect(firstInvalidField(shapesOf(laterFields) as never, toThird!(second))).toBeNull();
  });

  it('knows what documents of before are to be given', () =>
    expect(addedFields(laterFields)).toEqual({ website: null, visits: 0, manager: null }));
});

describe('The declaration of fields', () => {
  it.each([
    ['longer than it may be', { kind: 'name', most: 4, default: 'later' }],
    ['empty', { kind: 'text', most: 4, default: '' }],
    ['none of the choices', { kind: 'choice', values: ['a', 'b'], default: 'c' }],
    ['of another kind', { kind: 'flag', default: 'false' }],
    ['over a hundred percent', { kind: 'percent', default: 101 }],
    ['negative where nothing may be', { kind: 'cents', sign: 'not negative', default: -1 }],
    ['more than the most', { kind: 'count', most: 3, default: 4 }],
    ['out of range', { kind: 'decimal', from: 1, to: 2, default: 2.5 }],
    ['no day', { kind: 'day', range: 'any', default: '1/2/2026' }],
  ] as const)('refuses a default that is %s', (_, field) => {
    expect(() => fields({ name: field })).toThrow(/^The default of 'name' is none of its values/);
  });

  it('takes a default that the field takes', () => {
    expect(() =>
      fields({
        name: { kind: 'name', most: 5, default: 'later' },
        kind: { kind: 'choice', values: ['a', 'b'], default: 'b' },
        rate: { kind: 'decimal', from: 1, to: 2, default: 2 },
        on: { kind: 'day', range: 'any', default: '2026-02-01' },
      }),
    ).not.toThrow();
  });

  it('refuses versions with a gap, and a first one that brings something new', () => {
    const flag = { kind: 'flag', default: false } as const;
    expect(() => fields({ old: flag, newer: { ...flag, since: 3 } })).toThrow(
      'Nothing is new in version 2, but there is a version 3.',
    );
    expect(() => fields({ first: { ...flag, since: 1 } })).toThrow(RangeError);
    expect(() => fields({ old: flag, new: { ...flag, since: 2 }, newer: { ...flag, since: 3 } })).not.toThrow();
  });
});
