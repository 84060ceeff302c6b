import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { readEnv } from '@superscope/api/env';
import { readUsersTask } from '@superscope/api/users/command-line/users-arguments';
import { runUsersTask } from '@superscope/api/users/command-line/users-tool';
import { DemoLoad } from '@superscope/local/demo-past/demo-load';
import { finishDemo } from '@superscope/local/demo-past/demo-rest';
import { PortalClient } from '@superscope/local/portal-client';
import { Portal, type FirstRecords } from '@superscope/local/portal';
import { MongoClient } from 'mongodb';
import type { TestProject } from 'vitest/node';
import { generateDemoData } from '../demo-data/generate-demo-data.js';
import { freePort } from '../harness/free-port.js';
import { plantSecrets } from '../harness/planted-secrets.js';
import { requireServers, requireWebClient } from '../harness/require-build.mjs';
import { makesPictures } from './makes-pictures.js';

declare module 'vitest' {
  interface ProvidedContext {
    portalUrl: string;
    /** Folder with files of the month after the imported ones, one per table and platform. Only those of TWS may be imported. */
    nextMonthFiles: string;
    password: string;
    /** Address of the portal's event store, for writing events that no command produces. */
    eventStoreUrl: string;
    /** Settings of the portal's engines and keys, for another api on them. */
    engines: Record<string, string>;
  }
}

const password = 'browser-test-1';
const masterKey = Buffer.alloc(32, 7);

/** Members have the same ids, and figures are published with the same noise, in every run. */
const sameSecrets: FirstRecords = {
  async beforeProjectors({ MONGODB_URL }) {
    const mongo = await MongoClient.connect(MONGODB_URL!);
    await plantSecrets(mongo, masterKey, { seed: 'browser tests', madeAt: new Date() });
    await mongo.close();
  },
  beforeApi: () => Promise.resolve(),
};

const firstFilesAsAt = '2026-08';
const nextFilesAsAt = '2026-09';
/** Six plans of TWR, whose figures stay as they are, and a plan of TWS, whose figures a suite changes. */
const small = {
  size: 'demo',
  plans: 7,
  firstPlans: [241, 73, 35, 11, 5, 55],
  members: 440,
  months: 14,
  assetMonths: 0,
  seed: 3,
} as const;

/** Starts one whole portal for all browser tests, with real processes and a small fund imported like by a user. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  requireServers();
  requireWebClient();
  const folder = mkdtempSync(join(tmpdir(), 'superscope-e2e-'));
  const port = await freePort();
  const options = {
    dataDir: join(folder, 'data'),
    PORT: port,
    HOST: '127.0.0.1',
    empty: false,
    reset: false,
    yes: true,
    SUPERSCOPE_PROJECTORS: 1,
    SUPERSCOPE_MASTER_KEY: masterKey.toString('base64'),
  };
  // Allows for a busy machine; no test measures time.
  process.env['RENDER_TIMEOUT_SECONDS'] ??= '60';
  process.env['ONECENTRAL_INBOX'] = inboxIn(folder);
  const portal = new Portal(options, (text) => console.error(text));
  const stop = async () => {
    await portal.stop();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const load = makesPictures ? new DemoLoad(password, null, () => undefined) : null;
    const demo = { SUPERSCOPE_DEMO: 'true', SUPERSCOPE_DEMO_PASSWORD: password };
    const url = await portal.start(demo, load ?? sameSecrets);
    // Registered by the command line, and still without a password.
    const newcomer = 'add newcomer --email newcomer@example.com --role Staff --name Newcomer --no-mail'.split(' ');
    await runUsersTask(readUsersTask(newcomer), readEnv({ ...portal.environment, SUPERSCOPE_DEMO: 'true' }));
    const nextMonthFiles = join(folder, 'next');
    await generateDemoData({ ...small, outDir: nextMonthFiles, asAt: nextFilesAsAt, months: 1, splitByPlatform: true });
    if (load !== null) {
      await load.finish(url);
      await finishDemo(url, password, load.flyersDue, () => undefined);
    } else
      await importAll(url, await generateDemoData({ ...small, outDir: join(folder, 'files'), asAt: firstFilesAsAt }));
    project.provide('portalUrl', url);
    project.provide('password', password);
    project.provide('eventStoreUrl', portal.environment['EVENTSTORE_URL']!);
    project.provide('engines', settingsOf(portal));
    project.provide('nextMonthFiles', nextMonthFiles);
  } catch (error) {
    await stop();
    throw error;
  }
  return stop;
}

const settingsOf = ({ environment }: Portal): Record<string, string> =>
  Object.fromEntries(Object.entries(environment).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** An inbox in which OneCentral has left files of no table, one about a plan that there is not, and one that fails at once. */
function inboxIn(folder: string): string {
  const inbox = join(folder, 'inbox');
  mkdirSync(inbox);
  for (const [name, content] of [
    ['Kestrel list (final).csv', 'Pay No,Name\r\n1,Someone\r\n'],
    ['Kestrel list.csv', 'Pay No,Name\r\n2,Someone\r\n'],
    [
      'campaigns_202609.csv',
      'platformId,campaignId,planId,campaignType,name,runDate\r\nTWR,X,NOWHERE,email,X,2026-09-01\r\n',
    ],
    ['providers_202609.csv', 'providerId,name\r\nHARBOUR,Advice TFN 123 456 782\r\n'],
  ] as const) {
    writeFileSync(join(inbox, name), content);
    writeFileSync(join(inbox, `${name}.done`), '');
  }
  return inbox;
}

async function importAll(url: string, { files }: Awaited<ReturnType<typeof generateDemoData>>): Promise<void> {
  const client = new PortalClient(url);
  await client.signIn('admin', password);
  for (const { table, path } of files) await client.finishImport(await client.startImport(table, path), () => {});
  for (;;) {
    const ready = (await (await client.request('/api/ready')).json()) as { derived: boolean };
    if (ready.derived) return;
    await delay(100);
  }
}
