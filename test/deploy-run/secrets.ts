import { randomBytes } from 'node:crypto';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { repository } from '../harness/repository.js';
import { run } from './command.js';

/**
 * Fills a folder with the deployment's secrets by `npm run secrets`, after the few that the embedded engines need in another form: addresses
 * with TLS, and certificates of an authority of their own.
 */
export async function makeSecrets(folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const write = (name: string, text: string) => {
    writeFileSync(join(folder, name), `${text}\n`);
    chmodSync(join(folder, name), 0o444);
  };
  write('eventstore_admin_password', randomBytes(32).toString('hex'));
  const password = randomBytes(16).toString('hex');
  write('clickhouse_password', password);
  write('clickhouse_url', `https://superscope:${password}@clickhouse:8443`);
  const files = 'tlsCAFile=/run/secrets/engines_ca.crt&tlsCertificateKeyFile=/run/secrets/mongodb_client.pem';
  write('mongodb_url', `mongodb://mongodb:27017/?directConnection=true&tls=true&${files}`);

  const options = { keySize: 2048, algorithm: 'sha256', notAfterDate: new Date(Date.now() + 30 * 86_400_000) };
  const authority = await generate([{ name: 'commonName', value: 'Engines of a deployment under test' }], {
    ...options,
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  write('engines_ca.crt', authority.cert.trim());
  const issue = (name: string) =>
    generate([{ name: 'commonName', value: name }], {
      ...options,
      ca: { key: authority.private, cert: authority.cert },
      extensions: [
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
        {
          name: 'subjectAltName',
          altNames: [
            { type: 2, value: name },
            { type: 2, value: 'localhost' },
          ],
        },
      ],
    });
  for (const name of ['mongodb', 'clickhouse']) {
    const { cert, private: key } = await issue(name);
    write(`${name}.crt`, cert.trim());
    write(`${name}.key`, key.trim());
  }
  const client = await issue('portal');
  write('mongodb_client.pem', `${client.private.trim()}\n${client.cert.trim()}`);
  await run(process.execPath, [join(repository, 'deploy/make-secrets.mjs'), '--out', folder]);
  // One of the demo accounts is the first Admin.
  write('demo_password', secretOf(folder, 'admin_password'));
}

export const secretOf = (folder: string, name: string): string => readFileSync(join(folder, name), 'utf8').trim();
