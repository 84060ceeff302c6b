import { createPrivateKey, X509Certificate } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { credentialsOf } from './credentials.js';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'credentials-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

const years = (certificate: Buffer) =>
  (new Date(new X509Certificate(certificate).validTo).getTime() - Date.now()) / (365 * 24 * 3_600_000);
const fits = ({ certificate, key }: { certificate: Buffer; key: Buffer }) =>
  new X509Certificate(certificate).checkPrivateKey(createPrivateKey(key));

describe('the credentials of a data folder', () => {
  it('are generated once, for years, and kept', async () => {
    const made = await credentialsOf(folder);
    expect(years(made.certificate)).toBeGreaterThan(9);
    expect(await credentialsOf(folder)).toEqual(made);
  });

  it('get a new certificate when the old one ends within a month, and keep the secret', async () => {
    const { secret } = await credentialsOf(folder);
    const soon = new Date(Date.now() + 20 * 24 * 3_600_000);
    const old = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec', notAfterDate: soon });
    writeFileSync(join(folder, 'certificate.pem'), old.cert);
    writeFileSync(join(folder, 'key.pem'), old.private);
    const renewed = await credentialsOf(folder);
    expect(years(renewed.certificate)).toBeGreaterThan(9);
    expect(fits(renewed)).toBe(true);
    expect(renewed.secret).toBe(secret);
  });

  it.each(['secret', 'certificate.pem', 'key.pem'])('are regenerated when %s was emptied', async (file) => {
    await credentialsOf(folder);
    writeFileSync(join(folder, file), '');
    const renewed = await credentialsOf(folder);
    expect(renewed.secret).toMatch(/^[0-9a-f]{64}$/);
    expect(fits(renewed)).toBe(true);
    expect(await credentialsOf(folder)).toEqual(renewed);
  });

  it('get a new certificate when a crash left one that does not match the key', async () => {
    await credentialsOf(folder);
    const other = await generate([{ name: 'commonName', value: 'localhost' }], { keyType: 'ec' });
    writeFileSync(join(folder, 'key.pem'), other.private);
    const renewed = await credentialsOf(folder);
    expect(fits(renewed)).toBe(true);
    expect(readFileSync(join(folder, 'certificate.pem'))).toEqual(renewed.certificate);
  });
});
