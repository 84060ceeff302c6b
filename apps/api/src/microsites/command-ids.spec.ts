import { describe, expect, it } from 'vitest';
import { addedBy, withContents } from './command-ids.js';

const by = {
  actor: 'u1',
  role: 'Staff' as const,
  commandId: 'u1/key',
  correlationId: 'r1',
  at: new Date(0).toISOString(),
};

describe('a request to add something that is sent again with its Idempotency-Key', () => {
  it('adds the same thing', () => {
    const id = addedBy(by, 'document');
    expect(addedBy({ ...by, correlationId: 'r2' }, 'document')).toBe(id);
    expect([addedBy(by, 'mapping'), addedBy({ ...by, commandId: 'u1/other' }, 'document')]).not.toContain(id);
  });

  it('is another command with other contents, and only a key makes it one that can be repeated', () => {
    const digestOf = (sha256: string) => withContents({ ...by, bodyDigest: 'd' }, { sha256 }).bodyDigest;
    expect(digestOf('a')).toBe(digestOf('a'));
    expect(digestOf('b')).not.toBe(digestOf('a'));
    expect(withContents(by, { sha256: 'a' })).toBe(by);
  });
});
