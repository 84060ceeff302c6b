import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import pLimit from 'p-limit';
import { Refusal } from './http/problem.filter.js';
import { beginWait, waitedFor } from './speed/waits.js';

export interface ReadingLimits {
  /** For its processor time. It may last three times as long by the clock, because a busy machine is not the file's fault. */
  milliseconds: number;
  /** For its processor time until it says more, if it says how far it is. */
  millisecondsOfStep?: number;
  /** For its heap. The whole process may take twice as much, because buffers are outside the heap. */
  megabytes: number;
}

/** `limit`: it took too long, or more memory than it may have. `broken`: it ended by itself without an answer. */
export type ReadingAnswer = Buffer | 'limit' | 'broken';

const MOST_ANSWER_BYTES = 64 * 1024 * 1024;
const LOOK_AT_PROCESS_MS = 50;
/** What a clock tick of /proc lasts, on every system that has it. */
const TICK_MS = 10;

/** One file at a time, so that several uploads together take no more memory than one. */
const inTurn = pLimit(1);

/** A file as it was sent, or where it lies: read as often as it is asked for. */
export type ReadableFile = Uint8Array | { stream: () => Readable };

/**
 * Reads a file from outside in a process of its own, which is ended at its limits. `program` is the path of a built script, which gets the
 * file through its standard input and gives its answer through the standard output. Once nobody waits for the answer any more, the process
 * is ended, or does not begin, and Refusal is thrown. `heard` gets each part of the answer when it comes.
 */
export const readInProcess = (
  program: string,
  args: readonly string[],
  file: ReadableFile,
  limits: ReadingLimits,
  gone: AbortSignal,
  heard: (part: Buffer) => void = () => undefined,
): Promise<ReadingAnswer> => {
  const endOfWait = beginWait('turn');
  return inTurn(() => {
    endOfWait();
    if (gone.aborted) throw nobodyWaits();
    return waitedFor('file', () => run(program, args, file, limits, gone, heard));
  });
};

const nobodyWaits = () => new Refusal(400, { message: 'Nobody waits for this file any more.' });

function run(
  program: string,
  args: readonly string[],
  file: ReadableFile,
  { milliseconds, megabytes, millisecondsOfStep = milliseconds }: ReadingLimits,
  gone: AbortSignal,
  heard: (part: Buffer) => void,
): Promise<ReadingAnswer> {
  return new Promise((resolve, reject) => {
    // Without the api's environment, in which its secrets are.
    const child = spawn(process.execPath, [`--max-old-space-size=${megabytes}`, program, ...args], {
      env: {},
      stdio: ['pipe', 'pipe', 'ignore'],
    });
    const kill = () => child.kill('SIGKILL');
    if (child.pid !== undefined) giveWay(child.pid);
    const timer = setTimeout(kill, 3 * milliseconds);
    let taken = 0;
    let takenAtStep = 0;
    const takesTooLong = () => taken > milliseconds || taken - takenAtStep > millisecondsOfStep;
    const look = setInterval(() => {
      taken = processorMilliseconds(child.pid);
      if (residentMegabytes(child.pid) > 2 * megabytes) kill();
      // Where this process was held up, what the file's has said meanwhile is still to be heard.
      else if (takesTooLong()) setImmediate(() => takesTooLong() && kill());
    }, LOOK_AT_PROCESS_MS);
    gone.addEventListener('abort', kill, { once: true });
    const done = () => {
      clearTimeout(timer);
      clearInterval(look);
      gone.removeEventListener('abort', kill);
    };
    const parts: Buffer[] = [];
    let length = 0;
    child.stdout.on('data', (part: Buffer) => {
      heard(part);
      takenAtStep = taken;
      length += part.length;
      if (length > MOST_ANSWER_BYTES) kill();
      else parts.push(part);
    });
    // A child that ended before it had read everything shows in its exit code.
    const input = 'stream' in file ? file.stream() : Readable.from([file]);
    pipeline(input, child.stdin).catch(() => undefined);
    child.on('error', (error) => {
      done();
      reject(error);
    });
    child.on('close', (code, signal) => {
      done();
      if (gone.aborted) reject(nobodyWaits());
      else if (code === 0) resolve(Buffer.concat(parts));
      // A killed process ran over a limit, as one that aborted for want of memory did.
      else resolve(signal !== null || code === 134 ? 'limit' : 'broken');
    });
  });
}

/** People who wait for a page come before a file that is read. */
function giveWay(pid: number): void {
  try {
    setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It has ended already, or the system does not allow it.
  }
}

/** 0 where the system does not tell, and once the process has ended. */
function residentMegabytes(pid: number | undefined): number {
  const [, kilobytes] = /^VmRSS:\s*(\d+) kB$/m.exec(told(pid, 'status')) ?? [];
  return Number(kilobytes ?? 0) / 1024;
}

/** 0 where the system does not tell, and once the process has ended. */
function processorMilliseconds(pid: number | undefined): number {
  // Behind the program's name, which may have spaces: fields 14 and 15 of proc(5), in ticks.
  const fields = told(pid, 'stat')
    .replace(/^.*\) /s, '')
    .split(' ');
  return (Number(fields[11] ?? 0) + Number(fields[12] ?? 0)) * TICK_MS;
}

function told(pid: number | undefined, what: 'status' | 'stat'): string {
  try {
    return readFileSync(`/proc/${pid}/${what}`, 'latin1');
  } catch {
    return '';
  }
}
