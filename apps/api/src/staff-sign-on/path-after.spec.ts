import { describe, expect, it } from 'vitest';
import { pathAfter } from './path-after.js';

const at = (redirect?: string) => pathAfter(redirect, 'https://portal.example');

describe('the path after a sign-on', () => {
  it('is the one that was asked for, with its query and fragment', () => {
    expect(at('/super/analytics?dimensions=gender#chart')).toBe('/super/analytics?dimensions=gender#chart');
    expect(at()).toBe('/');
  });

  it.each([
    'https://evil.example/',
    '//evil.example',
    '/\\evil.example',
    '\\/evil.example',
    '/\t/evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    'javascript:alert(1)',
    'dashboard',
    '//',
    '/api/authentication/staff',
    '/api',
  ])('is the start for %j', (redirect) => {
    expect(at(redirect)).toBe('/');
  });
});
