import { fork } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { FOLLOW_PARENT } from './child-process.js';
import { LogFile } from './log-file.js';
import { startSupervised, withPortOf, type Supervised, type SuperviseOptions } from './supervisor.js';

const modulePath = fileURLToPath(new URL('./fixture-child.mjs', import.meta.url));
const QUICKLY = { backoffMs: 1, maxBackoffMs: 4 };

describe('the supervisor', () => {
  let running: Supervised[] = [];
  afterEach(async () => {
    await Promise.all(running.map((one) => one.stop()));
    running = [];
  });
  const logged = new PassThrough().setEncoding('utf8');
  let log = '';
  logged.on('data', (text: string) => (log += text));

  const start = async (args: string[] = [], options: Partial<SuperviseOptions> = {}) => {
    log = '';
    const one = await startSupervised({
      name: 'fixture',
      modulePath,
      args: ['--port', '0', ...args],
      restart: QUICKLY,
      log: logged,
      ...options,
    });
    running.push(one);
    return one;
  };
  const ask = async (one: Supervised) => (await (await fetch(one.url)).json()) as { pid: number; given: string };
  const portOf = (url: string) => Number(new URL(url).port);
  const listenOn = async (port: number) => {
    const server = createServer().listen(port, '127.0.0.1');
    await once(server, 'listening');
    server.close();
  };
  const isGone = (pid: number) => {
    try {
      process.kill(pid, 0);
      return false;
    } catch {
      return true;
    }
  };

  it('starts a process, waits until it is ready, and gives it its environment', async () => {
    const one = await start([], { env: { FIXTURE: 'given' } });
    expect(await ask(one)).toMatchObject({ pid: one.pid(), given: 'given' });
  });

  it('does not restart or report a process that it was told to leave', async () => {
    const ends: unknown[] = [];
    const one = await start([], { onExit: (exit) => ends.push(exit) });
    const pid = one.pid()!;
    one.leave();
    process.kill(pid, 'SIGTERM');
    await vi.waitUntil(() => one.pid() === null, 30_000);
    // Waits until another killed process is restarted, by when this one would be too.
    const other = await start();
    const restarted = once(other, 'restarted');
    process.kill(other.pid()!, 'SIGKILL');
    await restarted;
    expect(one.pid()).toBeNull();
    expect(ends).toEqual([]);
    expect(isGone(pid)).toBe(true);
  });

  it('starts it again when it dies, at the same URL', async () => {
    const ends: unknown[] = [];
    const one = await start([], { onExit: (exit) => ends.push(exit) });
    const { url } = one;
    const before = one.pid();
    const restarted = once(one, 'restarted');
    process.kill(before!, 'SIGKILL');
    await restarted;
    expect(one.url).toBe(url);
    expect((await ask(one)).pid).toBe(one.pid());
    expect(one.pid()).not.toBe(before);
    expect(ends).toEqual([{ code: null, signal: 'SIGKILL' }]);
  });

  it('starts it again when asked to, at the same URL and without reporting an end', async () => {
    const ends: unknown[] = [];
    const one = await start([], { onExit: (exit) => ends.push(exit) });
    const before = one.pid();
    const restarted = once(one, 'restarted');
    await one.restart();
    await restarted;
    expect((await ask(one)).pid).toBe(one.pid());
    expect(one.pid()).not.toBe(before);
    expect(ends).toEqual([]);
  });

  it('is tried at once when asked to, instead of after the pause of one that fails repeatedly', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'supervisor-'));
    const obstacle = join(dir, 'obstacle');
    const one = await start(['--die-while', obstacle], { restart: { backoffMs: 60_000, maxBackoffMs: 60_000 } });
    writeFileSync(obstacle, '');
    process.kill(one.pid()!, 'SIGKILL');
    await vi.waitUntil(() => log.includes('Starting it again.'), 30_000);
    const restarted = once(one, 'restarted');
    rmSync(dir, { recursive: true });
    await one.restart();
    await restarted;
    expect((await ask(one)).pid).toBe(one.pid());
  });

  it('reports once why it fails repeatedly, and keeps trying until it runs', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'supervisor-'));
    const obstacle = join(dir, 'obstacle');
    const told: string[] = [];
    const one = await start(['--die-while', obstacle], { restart: { ...QUICKLY, tellAfter: 2 } });
    one.on('failing', (error) => told.push(error.message));
    writeFileSync(obstacle, '');
    process.kill(one.pid()!, 'SIGKILL');
    await vi.waitUntil(() => log.split('Starting it again.').length > 5, { timeout: 20_000 });
    const restarted = once(one, 'restarted');
    rmSync(dir, { recursive: true });
    await restarted;
    expect((await ask(one)).pid).toBe(one.pid());
    expect(told).toEqual([
      'fixture failed 2 times in a row; it is tried again every 0.004 seconds. fixture ended with code 3 before it was ready.',
    ]);
  });

  it('keeps the port of a process that died, where the next process answers waiting connections', async () => {
    const one = await start(['--leave-socket'], { restart: { backoffMs: 300, maxBackoffMs: 300 } });
    const before = one.pid()!;
    for (let time = 0; time < 2; time++) {
      const restarted = once(one, 'restarted');
      process.kill(one.pid()!, 'SIGKILL');
      await vi.waitUntil(() => one.pid() === null, 30_000);
      await expect(listenOn(portOf(one.url))).rejects.toThrow('EADDRINUSE');
      const answers = await Promise.all([ask(one), ask(one)]);
      await restarted;
      expect(answers.map(({ pid }) => pid)).toEqual([one.pid(), one.pid()]);
      expect(one.pid()).not.toBe(before);
    }
    await one.stop();
    await listenOn(portOf(one.url));
  });

  it('does not retry a first start that fails, and passes on why', async () => {
    await expect(start(['--refuse'])).rejects.toThrow('fixture: The folder is in use.');
    await expect(start(['--die'])).rejects.toThrow('fixture ended with code 3 before it was ready.');
    expect(log).toContain('[fixture] no such setting\n');
  });

  it('ends a process that is not ready in time', async () => {
    await expect(start(['--silent'], { readyTimeoutMs: 300 })).rejects.toThrow(
      'fixture was not ready after 0.3 seconds.',
    );
  });

  it('stops it for good, by force when it does not listen', async () => {
    const polite = await start();
    const stubborn = await start(['--stubborn']);
    const pids = [polite.pid()!, stubborn.pid()!];
    await Promise.all([polite.stop(), stubborn.stop(50)]);
    expect(pids.map(isGone)).toEqual([true, true]);
    expect([polite.pid(), stubborn.pid()]).toEqual([null, null]);
  });

  it('does not start again what dies while the pause before a restart is cut short by a stop', async () => {
    const one = await start([], { restart: { backoffMs: 60_000, maxBackoffMs: 60_000 } });
    process.kill(one.pid()!, 'SIGKILL');
    await vi.waitUntil(() => log.includes('Starting it again.'), 30_000);
    await one.stop();
    expect(one.pid()).toBeNull();
  });

  it('leaves Ctrl-C and a closed terminal to the parent process', async () => {
    const ends: unknown[] = [];
    const one = await start([], { onExit: (exit) => ends.push(exit) });
    const pid = one.pid()!;
    for (const signal of ['SIGINT', 'SIGHUP'] as const) process.kill(pid, signal);
    // The process has answered after both signals.
    expect((await ask(one)).pid).toBe(pid);
    await one.stop();
    expect(ends).toEqual([]);
  });

  it('puts the name in front of every line of output', async () => {
    await start();
    await vi.waitUntil(() => log.includes('second'), 30_000);
    expect(log).toBe('[fixture] first line\n[fixture] second line\n');
  });

  it('stops reading a process’s output while the log is full, and cuts an endless line', async () => {
    const slow = new PassThrough({ highWaterMark: 1024 });
    const one = await start(['--talkative'], { log: slow });
    await vi.waitUntil(() => slow.writableNeedDrain, 30_000);
    // The process is blocked at its full pipe, so it cannot answer.
    expect(slow.writableLength + slow.readableLength).toBeLessThan(1024 * 1024);
    let [said, longest] = [0, 0];
    let rest = '';
    slow.setEncoding('utf8').on('data', (text: string) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop()!;
      for (const line of lines) {
        said += line.length - '[fixture] '.length;
        longest = Math.max(longest, line.length);
      }
    });
    await vi.waitUntil(() => said >= 20 * 1024 * 1024, { timeout: 20_000 });
    expect(longest).toBeLessThan(1024 * 1024);
    expect((await ask(one)).pid).toBe(one.pid());
  });

  it.runIf(existsSync('/dev/full'))('keeps running, like its process, while the log’s disk is full', async () => {
    const full = new LogFile('/dev/full');
    const one = await start([], { log: full });
    const restarted = once(one, 'restarted');
    process.kill(one.pid()!, 'SIGKILL');
    await restarted;
    expect((await ask(one)).pid).toBe(one.pid());
  });

  it('leaves no process behind when it is killed itself', async () => {
    const parent = fork(fileURLToPath(new URL('./fixture-parent.mjs', import.meta.url)), ['--import', FOLLOW_PARENT]);
    const [pid] = (await once(parent, 'message')) as [number];
    expect(isGone(pid)).toBe(false);
    parent.kill('SIGKILL');
    await vi.waitUntil(() => isGone(pid), { timeout: 30_000 });
  });
});

describe('the port in the arguments of a restart', () => {
  it('is the one that the process got', () => {
    expect(withPortOf('http://user:se:9cret@127.0.0.1:8123', ['x', '--port', '0'])).toEqual(['x', '--port', '8123']);
    expect(withPortOf('esdb://u:p@127.0.0.1:2113?tls=true', ['--port', '0'])).toEqual(['--port', '2113']);
    expect(withPortOf('mongodb://%2Ftmp%2Fa.sock/?directConnection=true', ['mongo'])).toEqual(['mongo']);
  });
});
