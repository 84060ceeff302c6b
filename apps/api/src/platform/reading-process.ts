import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import pLimit from 'p-limit';

export interface ReadingLimits {
  milliseconds: number;
  /** For its heap. The whole process may take twice as much, because buffers are outside the heap. */
  megabytes: number;
}

/** `limit`: it took too long, or more memory than it may have. `broken`: it ended by itself without an answer. */
export type ReadingAnswer = Buffer | 'limit' | 'broken';

const MOST_ANSWER_BYTES = 64 * 1024 * 1024;
const LOOK_AT_MEMORY_MS = 50;

/** One file at a time, so that several uploads together take no more memory than one. */
const inTurn = pLimit(1);

/**
 * Reads a file from outside in a process of its own, which is ended at its limits. `program` is the path of a built script, which gets the
 * file through its standard input and gives its answer through the standard output.
 */
export const readInProcess = (
  program: string,
  args: readonly string[],
  bytes: Uint8Array,
  limits: ReadingLimits,
): Promise<ReadingAnswer> => inTurn(() => run(program, args, bytes, limits));

function run(
  program: string,
  args: readonly string[],
  bytes: Uint8Array,
  { milliseconds, megabytes }: ReadingLimits,
): Promise<ReadingAnswer> {
  return new Promise((resolve, reject) => {
    // Without the api's environment, in which its secrets are.
    const child = spawn(process.execPath, [`--max-old-space-size=${megabytes}`, program, ...args], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const kill = () => child.kill('SIGKILL');
    const timer = setTimeout(kill, milliseconds);
    const memory = setInterval(() => {
      if (residentMegabytes(child.pid) > 2 * megabytes) kill();
    }, LOOK_AT_MEMORY_MS);
    const done = () => {
      clearTimeout(timer);
      clearInterval(memory);
    };
    const parts: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (part: Buffer) => {
      length += part.length;
      if (length > MOST_ANSWER_BYTES) kill();
      else parts.push(part);
    });
    // A child that ended before it had read everything shows in its exit code.
    child.stdin.on('error', () => undefined);
    child.stdin.end(bytes);
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('close', (code, signal) => {
      done();
      if (code === 0) resolve(Buffer.concat(parts));
      // A killed process ran over a limit, as one that aborted for want of memory did.
      else resolve(signal !== null || code === 134 ? 'limit' : 'broken');
    });
  });
}

/** 0 where the system does not tell, and once the process has ended. */
function residentMegabytes(pid: number | undefined): number {
  try {
    const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1')) ?? [];
    return Number(kilobytes ?? 0) / 1024;
  } catch {
    return 0;
  }
}
