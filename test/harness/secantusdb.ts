import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { lockDataDir } from '@superscope/embedded/data-lock';
import { MongoClient } from 'mongodb';
import { AttachedProcess } from './attached-process.js';
import { freePort } from './free-port.js';
import type { OpenServer, Way } from './real-server.js';

const VERSION = '0.7.0b3';
const run = promisify(execFile);

/**
 * SecantusDB, an independent server that speaks MongoDB's protocol over WiredTiger: compatible with MongoDB, not MongoDB. Its licence is the GPL: it is
 * fetched for tests and never shipped.
 */
export const secantusDb: Way = async () => {
  const python = await newPython();
  if (python === null) return 'there is no Python 3.10 or newer to run SecantusDB with';
  try {
    const program = await installed(python);
    return { name: `SecantusDB ${VERSION} (MongoDB-compatible, not MongoDB)`, open: () => start(program) };
  } catch (error) {
    const said = String((error as { stderr?: string }).stderr || (error as Error).message);
    return `SecantusDB cannot be installed (${said.trim().split('\n').at(-1)})`;
  }
};

async function newPython(): Promise<string | null> {
  for (const candidate of ['python3', 'python3.14', 'python3.13', 'python3.12', 'python3.11', 'python3.10']) {
    const check = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 10))';
    const suits = await run(candidate, ['-c', check]).then(
      () => true,
      () => false,
    );
    if (suits) return candidate;
  }
  return null;
}

/** Installs it once for all checkouts, outside of them. Answers the program's path. */
async function installed(python: string): Promise<string> {
  const cache = join(process.env['XDG_CACHE_HOME'] || join(homedir(), '.cache'), 'superscope');
  const environment = join(cache, `secantusdb-${VERSION}`);
  const program = join(environment, 'bin', 'secantusd-py');
  const complete = join(environment, 'complete');
  if (existsSync(complete)) return program;
  mkdirSync(cache, { recursive: true });
  const lock = await waitForLock(`${environment}.lock`);
  try {
    if (existsSync(complete)) return program;
    rmSync(environment, { recursive: true, force: true });
    const options = { timeout: 300_000, maxBuffer: 10_000_000 };
    await run(python, ['-m', 'venv', environment], options);
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `secantusdb==${VERSION}`];
    await run(join(environment, 'bin', 'python3'), install, options);
    writeFileSync(complete, '');
    return program;
  } finally {
    lock.release();
  }
}

/** Suites run at once: the first installs, the others wait for it. */
async function waitForLock(folder: string): Promise<{ release(): void }> {
  for (;;) {
    try {
      return lockDataDir(folder);
    } catch (error) {
      if (!(error as Error).message.includes('in use')) throw error;
      await delay(200);
    }
  }
}

async function start(program: string): Promise<OpenServer> {
  const folder = mkdtempSync(join(tmpdir(), 'secantusdb-'));
  const port = await freePort();
  const args = ['--host', '127.0.0.1', '--port', String(port), '--storage-path', ':memory:'];
  // It keeps its data in the temporary folder that it is told.
  const server = AttachedProcess.start('SecantusDB', program, args, {
    cwd: folder,
    env: { ...process.env, TMPDIR: folder },
  });
  const close = async () => {
    await server.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    await server.line(/listening on/);
    const url = `mongodb://127.0.0.1:${port}/?directConnection=true`;
    await (await MongoClient.connect(url, { serverSelectionTimeoutMS: 30_000 })).close();
    return { url, close };
  } catch (error) {
    await close();
    throw error;
  }
}
