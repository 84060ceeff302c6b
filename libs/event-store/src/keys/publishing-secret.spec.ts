import { randomBytes } from 'node:crypto';
import { testSecret } from '@superscope/domain/publishing/test-secret.fixture';
import { expect, it } from 'vitest';
import type { NamedSecret } from './key-vault.js';
import { publishingSecret } from './publishing-secret.js';

const vaultWith = (secret: NamedSecret) => ({
  namedSecret: (name: string) =>
    name === 'publishing' ? Promise.resolve(secret) : Promise.reject(new Error(`Nobody asks for ${name}.`)),
});

it('published figures have a separate secret with its time of creation', async () => {
  const [bytes, madeAt] = [randomBytes(32), new Date('2026-01-01')];
  expect(await publishingSecret(vaultWith({ bytes, madeAt }))).toEqual({ secret: bytes, madeAt });
});

it('the public test secret is refused, and a secret without a time of creation', async () => {
  const madeAt = new Date('2026-01-01');
  await expect(publishingSecret(vaultWith({ bytes: Buffer.from(testSecret), madeAt }))).rejects.toThrow('test secret');
  await expect(publishingSecret(vaultWith({ bytes: randomBytes(32), madeAt: null }))).rejects.toThrow('when');
});
