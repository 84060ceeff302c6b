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
