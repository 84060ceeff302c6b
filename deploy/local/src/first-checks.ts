import { statfsSync } from 'node:fs';
import { createServer } from 'node:net';

/** Below this a day's work may not fit. */
const leastFreeBytes = 512 * 1024 * 1024;

/** Throws one sentence when another program listens there already. */
export async function requireFreePort(port: number, host: string): Promise<void> {
  const server = createServer();
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const sentence =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is taken by another program. Stop it, or choose another: PORT=${port + 1} npm start`
          : error.code === 'EACCES'
            ? `Port ${port} needs more rights than this user has. Choose another: PORT=3000 npm start`
            : `Nothing can listen on ${host}:${port}: ${error.message}`;
      reject(new Error(sentence));
    });
    server.listen(port, host, () => server.close(() => resolve()));
  });
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
