import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, describe, expect, it } from 'vitest';
import { SpooledFile } from './http/spooled-upload.js';
import { readInProcess } from './reading-process.js';

const folder = mkdtempSync(join(tmpdir(), 'reading-'));
afterAll(() => rmSync(folder, { recursive: true }));

let programs = 0;
/** A script that gets `pidFile` as its argument. */
function program(text: string): string {
  const path = join(folder, `${(programs += 1)}.mjs`);
  writeFileSync(path, `import { writeFileSync } from 'node:fs';\n${text}`);
  return path;
}
const spins = program('writeFileSync(process.argv[2], String(process.pid));\nfor (;;) {}');
const echoes = program('process.stdin.pipe(process.stdout);');

async function pidIn(file: string): Promise<number> {
  for (;;) {
    const pid = existsSync(file) ? Number(readFileSync(file, 'utf8')) : 0;
    if (pid > 0) return pid;
    await delay(5);
  }
}
const runs = (pid: number) => existsSync(`/proc/${pid}`);
const limits = { milliseconds: 20_000, megabytes: 64 };
const waits = new AbortController().signal;
const text = (answer: unknown) => String(answer);

describe('a file that is read in a process of its own', () => {
  it('is read no longer once nobody waits for it, and the next one has its turn at once', async () => {
    const gone = new AbortController();
    const pidFile = join(folder, 'left');
    const left = readInProcess(spins, [pidFile], Buffer.from(''), limits, gone.signal);
    const refused = expect(left).rejects.toThrow('Nobody waits for this file any more.');
    const next = readInProcess(echoes, [], Buffer.from('next'), limits, waits);
    const pid = await pidIn(pidFile);
    gone.abort();
    await refused;
    expect(text(await next)).toBe('next');
    expect(runs(pid)).toBe(false);
  });

  it('closes its own file and no other when nobody waits for it in the middle of it', async () => {
    // More than a pipe holds, so that most of it is still to be read when its process is ended.
    async function* parts() {
      for (let i = 0; i < 100; i += 1) yield Buffer.alloc(64 * 1024, i);
    }
    const [file, other] = [await SpooledFile.of(parts()), await SpooledFile.of(parts())];
    const gone = new AbortController();
    const pidFile = join(folder, 'middle');
    const left = readInProcess(spins, [pidFile], file, limits, gone.signal);
    const refused = expect(left).rejects.toThrow('Nobody waits for this file any more.');
    await pidIn(pidFile);
    gone.abort();
    await refused;
    await file.close();
    const later = await SpooledFile.of(parts());
    for (const each of [other, later]) {
      expect((await readInProcess(echoes, [], each, limits, waits)).length).toBe(100 * 64 * 1024);
      await each.close();
    }
  });

  it('does not begin if nobody waits any more when its turn comes', async () => {
    const [first, second] = [new AbortController(), new AbortController()];
    const [pidFile, never] = [join(folder, 'first'), join(folder, 'never')];
    const running = readInProcess(spins, [pidFile], Buffer.from(''), limits, first.signal).catch(String);
    const waiting = readInProcess(spins, [never], Buffer.from(''), limits, second.signal).catch(String);
    await pidIn(pidFile);
    second.abort();
    first.abort();
    expect(await Promise.all([running, waiting])).toEqual(Array(2).fill('Error: Nobody waits for this file any more.'));
    expect(existsSync(never)).toBe(false);
  });

  it('is ended at its processor time, which a busy machine does not use up', async () => {
    const spun = readInProcess(spins, [join(folder, 'spun')], Buffer.from(''), { ...limits, milliseconds: 300 }, waits);
    expect(await spun).toBe('limit');
    // It sleeps for longer than the limit, and uses next to none of it.
    const sleeps = program('setTimeout(() => process.stdout.write("rested"), 1_800);');
    expect(text(await readInProcess(sleeps, [], Buffer.from(''), { ...limits, milliseconds: 1_500 }, waits))).toBe(
      'rested',
    );
  });

  it('is ended at its processor time for one step, after which it says how far it is', async () => {
    const steps = program(`
      import { writeSync } from 'node:fs';
      for (let step = 1; step <= 12; step += 1) {
        writeSync(1, '.');
        const until = process.cpuUsage().user + 100_000;
        while (process.cpuUsage().user < until || step === 12);
      }`);
    const heard: Buffer[] = [];
    const given = { ...limits, milliseconds: 30_000, millisecondsOfStep: 1_000 };
    const answer = await readInProcess(steps, [], Buffer.from(''), given, waits, (part) => {
      // Whoever reads it is held up for longer than a step may take, and hears of several at once.
      if (heard.length === 0) for (const until = Date.now() + 1_500; Date.now() < until;);
      heard.push(part);
    });
    // The first eleven together took longer than one may.
    expect([answer, String(Buffer.concat(heard))]).toEqual(['limit', '.'.repeat(12)]);
  });

  it('may lie on the disk, without a name, and be read more than once', async () => {
    async function* parts() {
      yield Buffer.from('one ');
      yield Buffer.from('file');
    }
    const file = await SpooledFile.of(parts());
    expect([file.length, file.sha256.slice(0, 8)]).toEqual([8, '5a62d4db']);
    expect(text(await file.start(3))).toBe('one');
    for (const _ of [1, 2]) expect(text(await readInProcess(echoes, [], file, limits, waits))).toBe('one file');
    await file.close();
  });
});
