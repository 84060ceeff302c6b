import { execFileSync } from 'node:child_process';
import { createHash, X509Certificate } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repository, textOf, yamlOf } from './deploy-files.js';

const parent = mkdtempSync(join(tmpdir(), 'secrets-'));
const folder = join(parent, 'secrets');
const makeSecrets = () =>
  execFileSync(process.execPath, [join(repository, 'deploy/make-secrets.mjs'), '--out', folder], { encoding: 'utf8' });
const secret = (name: string) => readFileSync(join(folder, name), 'utf8').trim();
const all = () => Object.fromEntries(readdirSync(folder).map((name) => [name, secret(name)]));

let said: string;
beforeAll(() => {
  said = makeSecrets();
}, 60_000);
afterAll(() => rmSync(parent, { recursive: true }));

describe('the generated secrets of a deployment', () => {
  it('are all that the compose file and Kubernetes need', () => {
    const [{ secrets }] = yamlOf<{ secrets: Record<string, { file: string }> }>('deploy/compose.yaml') as [never];
    const asked = Object.values<{ file: string }>(secrets).map(({ file }) => file.replace('./secrets/', ''));
    for (const app of ['api', 'projector', 'relay'])
      asked.push(
        ...[...textOf(`deploy/kubernetes/base/${app}.yaml`).matchAll(/\{ key: (\S+), path/g)].map((m) => m[1]!),
      );
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(asked));
  });

  it('are in a folder that only its owner can read and git ignores', () => {
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    expect(textOf('.gitignore').split('\n')).toContain('deploy/secrets/');
  });

  it('are long, random, different and never printed', () => {
    const passwords = Object.entries(all()).filter(([name]) => name.endsWith('_password'));
    expect(passwords.length).toBeGreaterThan(5);
    for (const [name, value] of passwords) expect(value, name).toMatch(/^[0-9a-f]{48}$/);
    expect(new Set(passwords.map(([, value]) => value)).size).toBe(passwords.length);
    expect(Buffer.from(secret('master_key'), 'base64')).toHaveLength(32);
    for (const value of Object.values(all())) expect(said).not.toContain(value);
  });

  it('are kept when generated again, except for missing ones', () => {
    const before = all();
    rmSync(join(folder, 'grafana_admin_password'));
    makeSecrets();
    const { grafana_admin_password: renewed, ...rest } = all();
    const { grafana_admin_password: former, ...others } = before;
    expect(rest).toEqual(others);
    expect(renewed).not.toBe(former);
  });

  it('contain a certificate that authenticates the event store to clients and its own nodes', () => {
    const authority = new X509Certificate(secret('eventstore_ca.crt'));
    const certificate = new X509Certificate(secret('eventstore.crt'));
    expect(certificate.verify(authority.publicKey)).toBe(true);
    expect(certificate.checkHost('eventstore')).toBe('eventstore');
    expect(certificate.checkHost('another')).toBeUndefined();
    expect(secret('eventstore_url')).toContain(`admin:${secret('eventstore_admin_password')}@eventstore:2113?tls=true`);
  });

  it('let only one user into ClickHouse, with the portal’s password, and no default user', () => {
    const users = secret('clickhouse_users.xml');
    expect(users).toContain('<default remove="remove"/>');
    const { username, password } = new URL(secret('clickhouse_url'));
    expect(users).toContain(`<${username}>`);
    expect(users).toContain(createHash('sha256').update(password).digest('hex'));
  });
});
