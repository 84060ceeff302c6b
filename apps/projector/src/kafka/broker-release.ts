import { connect as connectPlain, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import { releaseOf, requestOf, supportedFeatures } from './api-versions.js';

export interface Broker {
  host: string;
  port: number;
}

/**
 * The release series of a broker, such as `4.2`, by the highest level of `metadata.version` that it supports; null if the level is of a
 * release that this version does not know. Asked before any sign-in, as every client does, because kafkajs leaves these fields out. Rejects
 * if the broker does not answer in time.
 */
export async function brokerRelease({ host, port }: Broker, ssl: boolean, timeoutMs = 5_000): Promise<string | null> {
  const socket: Socket = ssl ? connectTls({ host, port, servername: host }) : connectPlain({ host, port });
  const late = setTimeout(() => socket.destroy(new Error('The broker does not answer.')), timeoutMs);
  try {
    return releaseOf(supportedFeatures(await answerOf(socket)).get('metadata.version') ?? null);
  } finally {
    clearTimeout(late);
    socket.destroy();
  }
}

/** The body of the first answer, without its length. */
async function answerOf(socket: Socket): Promise<Buffer> {
  socket.write(requestOf('superscope'));
  let read = Buffer.alloc(0);
  for await (const bytes of socket) {
    read = Buffer.concat([read, bytes as Buffer]);
    if (read.length >= 4 && read.length >= 4 + read.readInt32BE(0)) return read.subarray(4, 4 + read.readInt32BE(0));
  }
  throw new Error('The broker closed the connection.');
}
