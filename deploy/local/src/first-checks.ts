import { statfsSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { commandToStop, superscopeOn } from '@superscope/embedded/supervisor/own-processes';

/** With less free space a day's data may not fit. */
const leastFreeBytes = 512 * 1024 * 1024;

/** Throws what to do when another program, or an earlier Superscope, already listens on the port. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const server = createServer();
  const refusal = await new Promise<NodeJS.ErrnoException | null>((resolve) => {
    server.once('error', resolve);
    server.listen(port, host, () => server.close(() => resolve(null)));
  });
  if (refusal === null) return;
  if (refusal.code === 'EADDRINUSE') throw new Error(await takenPort(port), { cause: refusal });
  throw new Error(
    refusal.code === 'EACCES'
      ? `Port ${port} needs more rights than this user has. Choose another: PORT=3000 npm start`
      : `Nothing can listen on ${host}:${port}: ${refusal.message}`,
    { cause: refusal },
  );
}

/** Throws where a development server would be reached from other machines: it serves sources, and answers about them. */
export function requireLoopback(host: string): void {
  if (['127.0.0.1', '::1', 'localhost'].includes(host)) return;
  throw new Error(`npm run dev listens on this machine only. Leave HOST unset, or use npm start for HOST=${host}.`);
}

async function takenPort(port: number): Promise<string> {
  const another = `or choose another: PORT=${port + 1} npm start`;
  const own = await superscopeOn(port);
  return own === null
    ? `Port ${port} is taken by another program. Stop it, ${another}`
    : `Port ${port} is taken by a Superscope that still runs, process ${own.pid}. Stop it with \`${commandToStop(own.pid)}\`, ${another}`;
}

/** Throws one sentence when the disk of the data folder is nearly full. */
export function requireDiskSpace(dataDir: string): void {
  const { bavail, bsize } = statfsSync(dataDir);
  const free = bavail * bsize;
  if (free < leastFreeBytes)
    throw new Error(
      `The disk of ${dataDir} has ${Math.floor(free / 1024 / 1024)} MB left; Superscope needs at least ${leastFreeBytes / 1024 / 1024} MB. Free some, or set SUPERSCOPE_DATA to another folder.`,
    );
}

/** Explains an error of the data folder in a sentence with the remedy; returns any other error unchanged. */
export function explained(error: unknown, dataDir: string): unknown {
  const reason = {
    EACCES: 'belongs to another user',
    EPERM: 'belongs to another user',
    EROFS: 'can only be read',
    ENOSPC: 'has no room left',
    ENOTDIR: 'is not a folder',
    EEXIST: 'is not a folder',
  }[String((error as NodeJS.ErrnoException | null)?.code)];
  if (reason === undefined) return error;
  return new Error(`The data folder ${dataDir} ${reason}. Correct that, or set SUPERSCOPE_DATA to another folder.`, {
    cause: error,
  });
}

const brokerAnswersWithinMs = 5_000;

/** Throws one sentence when none of these brokers (host:port, comma-separated) is reachable. */
export async function requireBroker(brokers: string): Promise<void> {
  const reached = brokers.split(',').map((broker) => {
    const { hostname, port } = new URL(`kafka://${broker.trim()}`);
    return new Promise<void>((resolve, reject) => {
      const socket = connect({ host: hostname, port: Number(port || 9092), timeout: brokerAnswersWithinMs }, () => {
        socket.destroy();
        resolve();
      });
      socket.once('timeout', () => socket.destroy(new Error('no answer')));
      socket.once('error', reject);
    });
  });
  await Promise.any(reached).catch(() => {
    throw new Error(`No Kafka broker answers at ${brokers}. Start it, or leave KAFKA_BROKERS unset.`);
  });
}
