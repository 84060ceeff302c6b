import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isRunning, type RunningProcess } from '../../libs/embedded/running-processes.mjs';
import { freePort } from '../harness/free-port.js';
import { processesBelow } from '../harness/processes-below.js';
import { repository } from '../harness/repository.js';

const portalProgram = join(repository, 'deploy/local/dist/start.js');

let folder: string;
let npm: ChildProcess | undefined;
let started: RunningProcess[] = [];

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'superscope-parent-'));
  started = [];
});
afterEach(() => {
  for (const { pid } of started) if (isRunning(pid)) process.kill(pid, 'SIGKILL');
  npm?.kill('SIGKILL');
  rmSync(folder, { recursive: true, force: true });
});

/** Runs `npm start` of a package with this script, until it prints `ready`. */
async function npmStart(script: string, ready: string, env: NodeJS.ProcessEnv = {}): Promise<number> {
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ private: true, scripts: { start: script } }));
  // In a session of its own, like a terminal's.
  npm = spawn('npm', ['start'], { cwd: folder, env: { ...process.env, ...env }, detached: true });
  const { stdout, stderr } = npm;
  let said = '';
  for (const output of [stdout!, stderr!]) output.on('data', (bytes: Buffer) => (said += bytes.toString()));
  await vi.waitUntil(() => said.includes(ready), { timeout: 60_000 });
  started = await processesBelow(npm.pid!);
  return npm.pid!;
}

const program = (name: string) =>
  started.find(({ command }) => !command.startsWith('sh ') && command.includes(name))!.pid;

const npmEnds = () => vi.waitUntil(() => npm!.exitCode !== null || npm!.signalCode !== null, { timeout: 30_000 });

async function allEnd(): Promise<void> {
  await npmEnds();
  await vi.waitUntil(() => !started.some(({ pid }) => isRunning(pid)), { timeout: 30_000 });
}

describe('a process that npm runs, and the processes that it supervises', () => {
  const startFixture = () => npmStart(`node ${join(repository, 'test/deploy/fixture-start.mjs')}`, 'ready');

  // A shell that waits for a program ignores SIGINT, so it ends npm only as Ctrl-C, which the program gets too.
  it.each(['SIGTERM', 'SIGHUP', 'SIGKILL'] as const)('end when npm gets %s', async (signal) => {
    const pid = await startFixture();
    expect(started.map(({ command }) => command)).toContainEqual(expect.stringContaining('fixture-child.mjs'));
    process.kill(pid, signal);
    await allEnd();
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGKILL'] as const)(
    'end when the process itself gets %s',
    async (signal) => {
      await startFixture();
      process.kill(program('fixture-start.mjs'), signal);
      await allEnd();
    },
  );

  it.each([
    ['is closed', 'SIGHUP'],
    ['gets Ctrl-C', 'SIGINT'],
  ] as const)('end when their terminal %s', async (_, signal) => {
    const pid = await startFixture();
    process.kill(-pid, signal);
    await allEnd();
  });
});

describe('a portal that an earlier version left running', () => {
  /** What a start of the portal says that is refused. */
  const refusalOf = (env: NodeJS.ProcessEnv) =>
    new Promise<string>((resolve) => {
      const start = spawn(process.execPath, [portalProgram, '--empty'], { env: { ...process.env, ...env } });
      let said = '';
      start.stderr.on('data', (bytes: Buffer) => (said += bytes.toString()));
      start.once('close', (code) => resolve(`${code}: ${said.trim()}`));
    });

  it('is named by the next start, and ends with all its engines and apps even when killed', async () => {
    const port = await freePort();
    const env = {
      PORT: String(port),
      SUPERSCOPE_DATA: join(folder, 'data'),
      SUPERSCOPE_ADMIN_PASSWORD: 'Admin-pass-2026-x',
    };
    // Earlier versions did not watch npm.
    const pid = await npmStart(`node ${portalProgram} --empty`, 'Superscope is ready', env);
    const portal = program('dist/start.js');
    const programs = started.map(({ command }) => command).join('\n');
    for (const part of ['event-store', 'mongo', 'clickhouse', 'projector', 'renderer', 'api'])
      expect(programs).toContain(part);
    process.kill(pid, 'SIGTERM');
    await npmEnds();

    expect(await refusalOf({ ...env, SUPERSCOPE_DATA: join(folder, 'other') })).toBe(
      `1: Port ${port} is taken by a Superscope that still runs, process ${portal}. Stop it with \`kill ${portal}\`, or choose another: PORT=${port + 1} npm start`,
    );
    expect(await refusalOf(env)).toBe(
      `1: Superscope already runs on ${env.SUPERSCOPE_DATA}: http://localhost:${port}\nIt is process ${portal}. To stop it: kill ${portal}`,
    );

    process.kill(portal, 'SIGKILL');
    await allEnd();
  });
});
