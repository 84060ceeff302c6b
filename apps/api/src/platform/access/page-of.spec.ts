import { describe, expect, it } from 'vitest';
import { pageOf } from './page-of.js';

const host = 'portal.example.com';

describe('the page that a request came from', () => {
  it('is known by its path, without query, fragment or password', () => {
    expect(pageOf(`https://${host}/staff/memberEvents?member=wilson#top`, host)).toBe('/staff/memberEvents');
    expect(pageOf(`https://me:secret@${host}/plans`, host)).toBe('/plans');
  });

  it('of another site is known by its origin', () =>
    expect(pageOf('https://micro.example.org/a/b?c=d', host)).toBe('https://micro.example.org'));

  it.each([undefined, '', 'about:client', 'no address', 'javascript:alert(1)', 'data:text/html,wilson'])(
    'is unknown by %s',
    (referrer) => expect(pageOf(referrer, host)).toBeNull(),
  );

  it('has a bounded length', () => expect(pageOf(`https://${host}/${'x'.repeat(5_000)}`, host)).toHaveLength(200));
});
