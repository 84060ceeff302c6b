import { fork, type StdioOptions } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { setTimeout as delay } from 'node:timers/promises';
import { csvTableNames } from '@superscope/contracts/csv-tables';
import { FOLLOW_PARENT } from '@superscope/embedded/supervisor/child-process';
import { demoPlans, uploadDemoFlyers } from './demo-flyers.js';
import { PortalClient } from './portal-client.js';
import { ProgressBar } from './progress-bar.js';

const generator = fileURLToPath(new URL('../../../test/dist/demo-data/demo-data.main.js', import.meta.url));

/** Tables whose rows become one event each, while hundreds of other rows share an event. They take longer per row. */
const tablesByTheRow = new Set<string>(['members', 'memberEvents']);
const workOfOneByTheRow = 25;
/** The work of importing rows, in rows that share an event. */
export const workOf = (table: string, rows: number) => rows * (tablesByTheRow.has(table) ? workOfOneByTheRow : 1);

/**
 * The demo accounts' password, which is stored when the accounts are created: the one that is set, or a random one. Setting another one
 * later changes no account. Throws when the accounts exist and their password is not stored.
 */
export function demoPassword(set: string | undefined, dataDir: string, accountsExist: boolean): string {
  const file = join(dataDir, 'keys', 'demo-password');
  if (existsSync(file)) return readFileSync(file, 'utf8').trim();
  if (set === undefined && accountsExist)
    throw new Error('Set SUPERSCOPE_DEMO_PASSWORD to the password that this data folder was created with.');
  mkdirSync(join(dataDir, 'keys'), { recursive: true, mode: 0o700 });
  const password = set ?? `demo-${randomBytes(6).toString('base64url')}`;
  writeFileSync(file, password, { mode: 0o600 });
  return password;
}

/** Writes the demo files and imports them as of today. */
export async function loadDemoData(url: string, password: string): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'superscope-demo-'));
  try {
    await generateDemoFiles(folder, []);
    await importDemoFiles(url, password, folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Imports the demo files in `folder` through the api as of today, with a progress bar. Safe to repeat after an interruption. */
export async function importDemoFiles(url: string, password: string, folder: string): Promise<void> {
  const files = csvTableNames
    .map((table) => ({ table, path: join(folder, `${table}.csv`) }))
    .filter(({ path }) => existsSync(path))
    .map((file) => ({ ...file, rows: rowsOf(file.path) }));
  const total = files.reduce((sum, file) => sum + file.rows, 0);
  const client = new PortalClient(url);
  await client.signIn('admin', password);
  // An interrupted import continues by itself, and blocks other imports of its table until it has ended.
  await client.idle();
  const allWork = files.reduce((sum, { table, rows }) => sum + workOf(table, rows), 0);
  const bar = new ProgressBar(total);
  const began = performance.now();
  let before = 0;
  let workBefore = 0;
  for (const { table, path, rows } of files) {
    const show = (done: number) =>
      bar.show(before + done, basename(path), (workBefore + workOf(table, done)) / allWork);
    show(0);
    const importId = await client.startImport(table, path);
    await client.finishImport(importId, ({ done }) => show(done));
    before += rows;
    workBefore += workOf(table, rows);
  }
  bar.show(total, 'finishing');
  await settled(client);
  for (const plan of await demoPlans(client)) await uploadDemoFlyers(client, plan);
  const seconds = Math.round((performance.now() - began) / 1000);
  bar.end(`Demo data is loaded: ${total.toLocaleString('en-AU')} rows in ${seconds} seconds.`);
}

/** Writes the demo files into `folder`. `more` are further arguments of `npm run demo-data`. */
export async function generateDemoFiles(folder: string, more: readonly string[]): Promise<void> {
  const args = ['--size', 'demo', '--out', folder, ...more];
  const stdio: StdioOptions = ['ignore', 'ignore', 'ignore', 'ipc'];
  const child = fork(generator, args, { execArgv: ['--import', FOLLOW_PARENT], stdio });
  const code = await new Promise<number | null>((resolve) => child.on('exit', resolve));
  if (code !== 0) throw new Error('The demo data could not be written.');
}

const rowsOf = (path: string): number => {
  let lines = 0;
  for (const byte of readFileSync(path)) if (byte === 10) lines += 1;
  return Math.max(0, lines - 1);
};

/** Waits until the figures of the imported months are visible. */
async function settled(client: PortalClient): Promise<void> {
  for (;;) {
    const answer = await client.request('/api/ready');
    const parts = (await answer.json().catch(() => ({}))) as { derived?: boolean };
    if (answer.ok && parts.derived !== false) return;
    await delay(200);
  }
}
