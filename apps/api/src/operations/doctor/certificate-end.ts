import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import { connect } from 'node:tls';

/** When the certificate that a server presents ends. Rejects if none is presented in time. */
export function certificateEnd(host: string, port: number, timeoutMs: number): Promise<Date> {
  return new Promise((resolve, reject) => {
    const socket = connect({
      host,
      port,
      ...(isIP(host) === 0 && { servername: host }),
      // Only the certificate's dates are read, also those of one that has ended; nothing is sent.
      rejectUnauthorized: false,
      timeout: timeoutMs,
    });
    socket.once('secureConnect', () => {
      const { valid_to } = socket.getPeerCertificate();
      socket.destroy();
      if (valid_to) resolve(new Date(valid_to));
      else reject(new Error('It presents no certificate.'));
    });
    socket.once('timeout', () => socket.destroy(new Error('It does not answer.')));
    socket.once('error', reject);
  });
}

/** When the certificate in a file ends. */
export const endOfFile = (file: string): Date => new Date(new X509Certificate(readFileSync(file)).validTo);
