import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { demoAccounts } from '@superscope/contracts/demo-accounts';
import { productWords } from '@superscope/contracts/own-words';
import { leastFundPasswordLength } from '@superscope/contracts/password-rule';
import { weaknessOf } from '@superscope/contracts/password-strength';
import { FolderInUseError, lockDataDir } from '@superscope/embedded/data-lock';
import { commandToStop } from '@superscope/embedded/supervisor/own-processes';
import { ask } from './ask.js';
import { demoPassword } from './demo.js';
import { DemoLoad, type PastProgress } from './demo-past/demo-load.js';
import { finishDemo } from './demo-past/demo-rest.js';
import { TakeUpChanges } from './dev/take-up-changes.js';
import { readEnvironment } from './environment-file.js';
import { explained, requireDiskSpace, requireFreePort, requireLoopback } from './first-checks.js';
import { readOptions, type Options } from './options.js';
import { Portal, repository } from './portal.js';

/** Whether this data folder was created with demo data, and whether that is complete. */
interface Kept {
  demo: boolean;
  demoLoaded: boolean;
  /** How far the demo's past was recorded, while it is being loaded. */
  past?: PastProgress;
  /** Ids of the plans whose flyers are uploaded after the portal is ready. Missing: none. */
  flyersDue?: readonly string[];
}

const say = (text: string) => process.stdout.write(`${text}\n`);
// A closed terminal, or a full disk behind a redirection, must not end the portal.
for (const output of [process.stdout, process.stderr]) output.on('error', () => undefined);

async function main(webClient: Promise<void>, isDeveloped: boolean): Promise<void> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (isDeveloped) requireLoopback(options.HOST);
  if (options.reset) await reset(options);
  makeFolder(options.dataDir);
  requireDiskSpace(options.dataDir);
  const lock = lockOrSay(options);
  await requireFreePort(options.PORT, options.HOST);

  const keptFile = join(options.dataDir, 'portal.json');
  const kept = readKept(keptFile) ?? { demo: !options.empty, demoLoaded: false };
  const firstStart = !existsSync(keptFile);
  if (options.empty && kept.demo)
    throw new Error('This data folder holds demo data. For an empty one: npm start -- --reset --empty');

  const password = kept.demo ? demoPassword(options.SUPERSCOPE_DEMO_PASSWORD, options.dataDir, !firstStart) : null;
  const adminPassword = kept.demo ? undefined : await firstAdminPassword(options, firstStart);
  const portal = new Portal(options, say, isDeveloped);
  const stop = stopOnSignals(portal, lock);
  try {
    say('Starting…');
    if (password !== null && (options.SUPERSCOPE_DEMO_PASSWORD ?? password) !== password)
      say(
        'SUPERSCOPE_DEMO_PASSWORD is ignored: the demo accounts have the password in keys/demo-password of the data folder.',
      );
    const load = password === null || kept.demoLoaded ? null : demoLoad(password, keptFile, kept);
    if (load !== null) say('Demo data is imported the way users import files…');
    const settings = {
      ...(password === null ? {} : { SUPERSCOPE_DEMO: 'true', SUPERSCOPE_DEMO_PASSWORD: password }),
      ...(adminPassword === undefined ? {} : { SUPERSCOPE_ADMIN_PASSWORD: adminPassword }),
    };
    // A web client that cannot be built ends the start at once.
    const [url] = await Promise.all([portal.start(settings, load ?? undefined, webClient), webClient]);
    if (load !== null) await load.finish(url);
    const flyersDue = load?.flyersDue ?? kept.flyersDue ?? [];
    const keepDue = (due: readonly string[]) =>
      writeKept(keptFile, { demo: kept.demo, demoLoaded: kept.demo, ...(due.length > 0 && { flyersDue: due }) });
    keepDue(flyersDue);
    greet(options, portal, password);
    if (isDeveloped) takeUpChanges(options, portal);
    say('\nCtrl-C stops everything; data stays.');
    if (password !== null && (load !== null || flyersDue.length > 0))
      await finishRest(stop, () => finishDemo(url, password, flyersDue, keepDue));
  } catch (error) {
    if (stop.asked()) return;
    await portal.stop();
    lock.release();
    throw error;
  }
}

/** The load of the demo's data, which notes in the data folder how far it has come. */
const demoLoad = (password: string, keptFile: string, kept: Kept) =>
  new DemoLoad(password, kept.past ?? null, (past) => writeKept(keptFile, { demo: true, demoLoaded: false, past }));

/** What is left of the demo. People already use the portal, so a failure does not end it. */
async function finishRest(stop: { asked: () => boolean }, finish: () => Promise<void>): Promise<void> {
  say('\nThe rest of the demo is loaded meanwhile.');
  try {
    await finish();
  } catch (error) {
    if (stop.asked()) return;
    const reason = error instanceof Error ? error.message : String(error);
    say(`The rest of the demo could not be loaded: ${reason} The next start goes on with it.`);
  }
}

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
  } catch (error) {
    throw explained(error, dataDir);
  }
}

function readKept(file: string): Kept | null {
  if (!existsSync(file)) return null;
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Kept;
  } catch (error) {
    throw new Error(
      `${file} cannot be read. It says what this folder holds: write {"demo":true,"demoLoaded":true} into it, or false twice for a portal without demo data.`,
      { cause: error },
    );
  }
}

/** Writes the file atomically, so that an interrupted start keeps the previous one. */
function writeKept(file: string, kept: Kept): void {
  writeFileSync(`${file}.new`, JSON.stringify(kept), { flush: true });
  renameSync(`${file}.new`, file);
}

function lockOrSay(options: Options): { release(): void } {
  try {
    return lockDataDir(options.dataDir);
  } catch (error) {
    if (!(error instanceof FolderInUseError)) throw explained(error, options.dataDir);
    const url = readEnvironment(options.dataDir)?.['SUPERSCOPE_PUBLIC_URL'];
    if (url === undefined) throw error;
    const stop = error.pid === null ? '' : `\nIt is process ${error.pid}. To stop it: ${commandToStop(error.pid)}`;
    throw new Error(`Superscope already runs on ${options.dataDir}: ${url}${stop}`, { cause: error });
  }
}

async function reset(options: Options): Promise<void> {
  if (!existsSync(options.dataDir)) return;
  // Locked while asking, so that no portal that runs on this folder can lose it.
  const lock = lockOrSay(options);
  try {
    // Report errors that would prevent the next start before deleting anything.
    await requireFreePort(options.PORT, options.HOST);
    if (options.empty) requireAdminPassword(options);
    if (!options.yes) {
      if (!process.stdin.isTTY)
        throw new Error(`There is no terminal to ask. To delete ${options.dataDir} without asking: --reset --yes`);
      const answer = await ask(`Everything in ${options.dataDir} will be deleted. Type "yes" to go on: `);
      if (answer.trim().toLowerCase() !== 'yes') throw new Error('Nothing was deleted.');
    }
  } finally {
    lock.release();
  }
  rmSync(options.dataDir, { recursive: true, force: true });
}

/** As the api checks it; the fund has no names yet. */
const firstAdminRule = { leastLength: leastFundPasswordLength, words: [...productWords, 'admin', 'administrator'] };

/** Throws when the password is neither set nor can be asked for. */
function requireAdminPassword(options: Options): void {
  if (options.SUPERSCOPE_ADMIN_PASSWORD === undefined && !process.stdin.isTTY)
    throw new Error('An empty start needs the first Admin’s password: set SUPERSCOPE_ADMIN_PASSWORD.');
}

/** The first Admin's password, asked for on the first start without demo data. */
async function firstAdminPassword(options: Options, firstStart: boolean): Promise<string | undefined> {
  const given = options.SUPERSCOPE_ADMIN_PASSWORD;
  if (!firstStart) return given;
  if (given !== undefined) {
    const weakness = await weaknessOf(given, firstAdminRule);
    if (weakness !== null) throw new Error(`SUPERSCOPE_ADMIN_PASSWORD is not accepted: ${weakness}.`);
    return given;
  }
  requireAdminPassword(options);
  const question = `Password of the first Admin (user "admin", at least ${leastFundPasswordLength} characters): `;
  for (;;) {
    const password = await ask(question, true);
    const weakness = /\s/.test(password) ? 'No spaces' : await weaknessOf(password, firstAdminRule);
    if (weakness === null) return password;
    say(`${weakness}, please.`);
  }
}

function stopOnSignals(portal: Portal, lock: { release(): void }): { asked: () => boolean } {
  let asked = false;
  const stop = (signal: NodeJS.Signals) => {
    if (asked) return;
    asked = true;
    say('\nStopping…');
    void portal.stop().then(() => {
      lock.release();
      say('Stopped. Your data is kept.');
      process.exit(signal === 'SIGINT' || signal === 'SIGTERM' ? 0 : 1);
    });
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => stop(signal));
  return { asked: () => asked };
}

function greet(options: Options, portal: Portal, password: string | null): void {
  say(`\nSuperscope is ready: http://localhost:${options.PORT}\n`);
  if (password === null) {
    say('Sign in as "admin".');
  } else {
    say(`Demo accounts (password for all of them: ${password})`);
    for (const { username, title, reach } of demoAccounts) say(`  ${username.padEnd(14)} ${title.padEnd(26)} ${reach}`);
    if (portal.signOn !== null)
      say(`The Staff button signs in without an account's name, at a provider for the demo: ${portal.signOn}`);
  }
  if (process.env['SMTP_URL'] === undefined && process.env['SMTP_URL_FILE'] === undefined)
    say(`Mails stay in the outbox: sign in as ${password === null ? 'admin' : 'devops'}, Operations, Outbox.`);
}

function takeUpChanges(options: Options, portal: Portal): void {
  const changes = new TakeUpChanges(repository, portal, say);
  portal.onStop = () => changes.end();
  say('\nChanges of the web client show at once; api, projector and renderer start again once a change compiles.');
  say(`Everything they log: ${join(options.dataDir, 'portal.log')}`);
}

/** Starts the portal as the command line says. It serves users once `webClient` is built. A failure ends the process with one sentence. */
export const start = (webClient: Promise<void>): Promise<void> => orEnd(main(webClient, false));

/** The same for a developer: the web client is served from its sources, and changes of the code are taken up. */
export const develop = (): Promise<void> => orEnd(main(Promise.resolve(), true));

async function orEnd(running: Promise<void>): Promise<void> {
  try {
    await running;
  } catch (error) {
    process.stderr.write(`\n${error instanceof Error ? error.message : String(error)}\n`);
    process.exit(1);
  }
}

// As a program of its own where everything is built already.
if (process.argv[1] === fileURLToPath(import.meta.url)) await start(Promise.resolve());
