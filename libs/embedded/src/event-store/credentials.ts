import { createPrivateKey, randomBytes, X509Certificate } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate } from 'selfsigned';
import { keptSecret, writeOwnerOnly } from '../owner-only.js';

export type Credentials = { secret: string; certificate: Buffer; key: Buffer; certificateFile: string };

const DAY_MS = 24 * 3600 * 1000;

/**
 * The secret and the TLS certificate of a data folder, generated on the first start in files that only their owner can read. The client
 * sends credentials over TLS only. Without access to the folder nobody can learn the secret or impersonate the server.
 */
export async function credentialsOf(dataDir: string): Promise<Credentials> {
  const certificateFile = join(dataDir, 'certificate.pem');
  const keyFile = join(dataDir, 'key.pem');
  const secret = keptSecret(join(dataDir, 'secret'), /^[0-9a-f]{64}$/, () => randomBytes(32).toString('hex'));
  if (!isValid(certificateFile, keyFile)) {
    const made = await generate([{ name: 'commonName', value: 'localhost' }], {
      keyType: 'ec',
      algorithm: 'sha256',
      notAfterDate: new Date(Date.now() + 3650 * DAY_MS),
      extensions: [
        { name: 'basicConstraints', cA: false, critical: true },
        { name: 'keyUsage', digitalSignature: true, critical: true },
        { name: 'extKeyUsage', serverAuth: true },
        {
          name: 'subjectAltName',
          altNames: [
            { type: 2, value: 'localhost' },
            { type: 7, ip: '127.0.0.1' },
          ],
        },
      ],
    });
    writeOwnerOnly(keyFile, made.private);
    writeOwnerOnly(certificateFile, made.cert);
  }
  return {
    secret,
    certificate: readFileSync(certificateFile),
    key: readFileSync(keyFile),
    certificateFile,
  };
}

/** Whether the certificate is complete, valid for another month, and matches the key, which a crash may have replaced before it. */
function isValid(certificateFile: string, keyFile: string): boolean {
  if (!existsSync(certificateFile) || !existsSync(keyFile)) return false;
  const [certificateText, keyText] = [readFileSync(certificateFile), readFileSync(keyFile)];
  try {
    const certificate = new X509Certificate(certificateText);
    const isFresh = new Date(certificate.validTo).getTime() - Date.now() > 30 * DAY_MS;
    return isFresh && certificate.checkPrivateKey(createPrivateKey(keyText));
  } catch {
    return false;
  }
}
