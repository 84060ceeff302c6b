import { describe, expect, it } from 'vitest';
import { correlationIdOf } from './correlation.js';

const of = (given?: string | string[]) => correlationIdOf({ headers: { 'x-correlation-id': given } });

describe('the correlation id of a request', () => {
  it.each(['0f6c2f0e-6a3c-4a53-8a6e-51f8c0a51f10', 'job-2026', 'A'.repeat(64)])('is that of the request: %s', (id) => {
    expect(of(id)).toBe(id);
  });

  it.each(['short', 'A'.repeat(65), 'two words', 'a\nforged log line', 'x@example.org', ''])(
    'replaces an invalid one: %j',
    (id) => {
      expect(of(id)).toMatch(/^[0-9a-f-]{36}$/);
    },
  );

  it('is generated for each request without one', () => {
    expect(of()).not.toBe(of());
    expect(of(['several-ids', 'several-ids'])).toMatch(/^[0-9a-f-]{36}$/);
  });
});
