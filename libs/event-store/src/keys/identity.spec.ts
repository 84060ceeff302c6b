import { expect, it } from 'vitest';
import { eventIdOf } from '../appending/event-ids.js';
import { Identity } from './identity.js';

const identity = await Identity.open({ secret: async () => Buffer.alloc(32, 7) });

it('gives a member of a platform one permanent id, which is a UUID', () => {
  expect(identity.memberIdOf('NULL', '1001')).toBe(identity.memberIdOf('NULL', '1001'));
  expect(identity.memberIdOf('NULL', '1001')).toMatch(
    /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
  );
});

it('distinguishes the same number on two platforms, and numbers whose concatenation is equal', () => {
  const ids = [identity.memberIdOf('A', '11'), identity.memberIdOf('B', '11'), identity.memberIdOf('A1', '1')];
  expect(new Set(ids).size).toBe(3);
});

it('depends on a secret key', async () => {
  const other = await Identity.open({ secret: async () => Buffer.alloc(32, 8) });
  expect(other.memberIdOf('A', '11')).not.toBe(identity.memberIdOf('A', '11'));
});

it('ignores the case of a login, and never quotes it', () => {
  expect(identity.loginId('Jo@Example.com ')).toBe(identity.loginId('jo@example.com'));
  expect(identity.loginId('jo@example.com')).toMatch(/^[0-9a-f]{64}$/);
  expect(identity.userIdOf(' Warehouse')).toBe(identity.userIdOf('warehouse'));
  expect(identity.searchDigest('jo@example.com')).not.toBe(identity.loginId('jo@example.com'));
});

it('gives logins that look the same one id, and the plain one the id that it always had', () => {
  const forms = [
    'o\u2019neil@example.com',
    'O\u200bʼNeil@example.com',
    "o'neil\u00a0@example.com".replace('\u00a0', '\u200b'),
  ];
  for (const form of forms) expect(identity.loginId(form)).toBe(identity.loginId("o'neil@example.com"));
  expect(identity.loginId('Zoe\u0308')).toBe(identity.loginId('zoë'));
  expect(identity.loginId('zoe')).not.toBe(identity.loginId('zoë'));
  expect(identity.loginIds('Jo@Example.com ')).toEqual([identity.loginId('jo@example.com')]);
});

it('also gives the ids under which earlier releases reserved a login, the one it is typed as first', () => {
  const [typed, now, ...earlier] = identity.loginIds('Jo\u200bZoë');
  expect(now).toBe(identity.loginId('jozoë'));
  expect(new Set([typed, now, ...earlier]).size).toBe(3);
});

it('gives searches for one name one digest, however it is typed, and none for another name', () => {
  expect(identity.searchDigest('D’Arcy, Zoe\u0308')).toBe(identity.searchDigest("d'arcy zoë"));
  expect(identity.searchDigest('surname 12')).not.toBe(identity.searchDigest('surname 21'));
  expect(identity.questionDigest('{"values":["D’Arcy"]}')).not.toBe(identity.questionDigest('{"values":["DArcy"]}'));
});

it('gives the events of a command the same ids each time, different by stream and index', () => {
  expect(eventIdOf({ commandId: 'c' }, 'plan-1', 0)).toBe(eventIdOf({ commandId: 'c' }, 'plan-1', 0));
  const ids = [
    eventIdOf({ commandId: 'c' }, 'plan-1', 0),
    eventIdOf({ commandId: 'c' }, 'plan-1', 1),
    eventIdOf({ commandId: 'c' }, 'plan-2', 0),
    eventIdOf({ commandId: 'd' }, 'plan-1', 0),
  ];
  expect(new Set(ids).size).toBe(4);
});
