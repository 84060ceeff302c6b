import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { MongoClient } from 'mongodb';
import { AttachedProcess } from './attached-process.js';
import { cachedFolder } from './cached-download.js';
import { freePort } from './free-port.js';
import type { OpenServer, Way } from './real-server.js';

const VERSION = '0.7.0b3';
const run = promisify(execFile);

/**
 * SecantusDB, an independent MongoDB-compatible server over WiredTiger. Its licence is the GPL, so it is fetched for tests and never
 * shipped.
 */
export const secantusDb: Way = async () => {
  const python = await newPython();
  if (python === null) return 'there is no Python 3.10 or newer to run SecantusDB with';
  try {
    const environment = await installed(python);
    return { name: `SecantusDB ${VERSION} (MongoDB-compatible, not MongoDB)`, open: () => start(environment) };
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

/** Installs the server once for all checkouts. Returns the folder of its Python environment. */
const installed = (python: string): Promise<string> =>
  cachedFolder(`secantusdb-${VERSION}`, async (folder) => {
    const options = { timeout: 300_000, maxBuffer: 10_000_000 };
    await run(python, ['-m', 'venv', folder], options);
    const install = ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', `secantusdb==${VERSION}`];
    await run(join(folder, 'bin', 'python3'), install, options);
  });

async function start(environment: string): Promise<OpenServer> {
  const folder = mkdtempSync(join(tmpdir(), 'secantusdb-'));
  const port = await freePort();
  // Started by its file, because its first line still names the folder of the installation.
  const args = [
    join(environment, 'bin', 'secantusd-py'),
    '--host',
    '127.0.0.1',
    '--port',
    String(port),
    '--storage-path',
    ':memory:',
  ];
  // The server keeps its data in this temporary folder.
  const server = AttachedProcess.start('SecantusDB', join(environment, 'bin', 'python3'), args, {
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
