import { describe, expect, it } from 'vitest';
import { HiddenValues, holdsPersonal, readable } from './hidden-values.js';
import { differingFields } from './state-fields.js';

const fieldsOf = (before: unknown, after: unknown) => differingFields(before, after, 100).fields;

describe('what an event changed of its stream', () => {
  it('is listed by field, also in maps, sets and lists', () => {
    const before = { name: 'A', on: null, roles: ['Staff'], kept: new Map([['a', { n: 1 }]]), seen: new Set(['x']) };
    const after = {
      name: 'B',
      on: '2026-01-01',
      roles: ['Staff', 'Admin'],
      seen: new Set(['x', 'y']),
      kept: new Map([
        ['a', { n: 1 }],
        ['b', { n: 2 }],
      ]),
    };
    expect(fieldsOf(before, after)).toEqual([
      { path: ['name'], before: 'A', after: 'B' },
      { path: ['on'], before: null, after: '2026-01-01' },
      { path: ['roles', '2'], before: null, after: 'Admin' },
      { path: ['seen', '2'], before: null, after: 'y' },
      { path: ['kept', 'b', 'n'], before: null, after: '2' },
    ]);
  });

  it('includes removed fields, and shows booleans as words', () => {
    expect(fieldsOf({ until: 'May', active: true }, { active: false })).toEqual([
      { path: ['active'], before: 'Yes', after: 'No' },
      { path: ['until'], before: 'May', after: null },
    ]);
  });

  it('counts unchanged fields, and says if there are more than the listed ones', () => {
    const after = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`f${n}`, n]));
    expect(differingFields({ f0: 0 }, after, 3)).toMatchObject({ unchanged: 1, isCut: true, fields: { length: 3 } });
  });

  it('never shows a secret', () => {
    expect(fieldsOf({ sealedHash: null }, { sealedHash: 'abc', tokens: [{ secretHash: 'def' }] })).toEqual([
      { path: ['sealedHash'], before: null, after: 'Not shown' },
      { path: ['tokens', '1', 'secretHash'], before: null, after: 'Not shown' },
    ]);
    expect(readable({ tokens: [{ secretHash: 'def', label: 'x' }] })).toEqual({
      tokens: [{ secretHash: 'Not shown', label: 'x' }],
    });
    expect(readable({ passkeyId: 'p1', credentialId: 'c1', publicKey: 'key' })).toEqual({
      passkeyId: 'p1',
      credentialId: 'Not shown',
      publicKey: 'Not shown',
    });
  });
});

describe('hidden personal fields', () => {
  const data = { memberId: 'm1', personal: { surname: 'Citizen', login: null, notes: 'Erased' } };

  it('show that they differ without their values, and that a value was erased', () => {
    const hidden = new HiddenValues();
    const state = (surname: string) => hidden.hide({ personal: { ...data.personal, surname } });
    expect(fieldsOf(state('Citizen'), state('Jones'))).toEqual([
      { path: ['personal', 'surname'], before: 'Hidden', after: 'Hidden' },
    ]);
    expect(fieldsOf(state('Citizen'), state('Citizen'))).toEqual([]);
    expect(readable(hidden.hide(data))).toEqual({
      memberId: 'm1',
      personal: { surname: 'Hidden', login: null, notes: 'Erased' },
    });
  });

  it('are hidden even if a fold made them part of another text or of a key', () => {
    const { personal } = new HiddenValues().hide(data) as { personal: { surname: string } };
    const { surname } = personal;
    expect(fieldsOf({}, { byName: new Map([[surname, `Dear ${surname}`]]) })).toEqual([
      { path: ['byName', 'Hidden'], before: null, after: 'Dear Hidden' },
    ]);
  });

  it('can be shown only if one has a value that was not erased', () => {
    expect(holdsPersonal(data)).toBe(true);
    expect(holdsPersonal({ personal: { surname: 'Erased', login: null } })).toBe(false);
    expect(holdsPersonal({ rows: 1 })).toBe(false);
  });
});
