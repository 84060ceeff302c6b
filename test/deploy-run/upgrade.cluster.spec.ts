import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PortalClient } from '@superscope/local/portal-client';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { freePort } from '../harness/free-port.js';
import { repository } from '../harness/repository.js';
import { ClusterLoad } from './cluster-load.js';
import { run } from './command.js';
import { Deployment } from './deployment.js';

const patience = 900_000;
const deployment = new Deployment(inject('deployment'));
const versions = inject('versions');
const masterKey = deployment.secret('master_key');
const say = (text: string) => void process.stdout.write(`${text}\n`);

const tool = (name: string, args: readonly string[], env: NodeJS.ProcessEnv) => {
  const program = join(repository, 'deploy/local/dist/backup', `${name}.main.js`);
  return run(process.execPath, [program, ...args], { env: { SUPERSCOPE_MASTER_KEY: masterKey, ...env } });
};

/** Backs up what the settings name into new folders. Returns the arguments by which it is restored. */
async function backUp(name: string, settings: NodeJS.ProcessEnv): Promise<string[]> {
  const [out, keys] = [deployment.file(`${name}-data`), deployment.file(`${name}-keys`)];
  for (const folder of [out, keys]) mkdirSync(folder, { recursive: true });
  await tool('backup', ['--out', out, '--keys', keys], settings);
  const archive = (folder: string) =>
    join(
      folder,
      readdirSync(folder).find((each) => each.endsWith('.tar.gz'))!,
    );
  return ['--from', archive(out), '--keys', archive(keys)];
}

const onePlan = [
  'planId,platformId,name,shortName,startDate,superScoreClient,relationshipManager',
  'P9,F,Plan of npm start,Plan,2020-07-01,Yes,',
  '',
].join('\r\n');

const signedIn = async (url: string) => {
  const client = new PortalClient(url);
  await client.signIn('admin', deployment.secret('admin_password'));
  return client;
};

const plansOf = async (url: string) => {
  const { plans } = (await (await (await signedIn(url)).request('/api/plans')).json()) as { plans: { id: string }[] };
  return plans.map(({ id }) => id).sort();
};

/** Waits until the projector, which begins at the first event, has made these plans. */
const shows = (url: string, plans: readonly string[]) =>
  expect.poll(() => plansOf(url).catch(String), { timeout: 240_000, interval: 1_000 }).toEqual(plans);

/** The file of a document, as the browser gets it. */
const sha256Of = async (url: string, workId: string) => {
  const answer = await (await signedIn(url)).request(`/api/reports/${workId}/file`);
  return createHash('sha256')
    .update(new Uint8Array(await answer.arrayBuffer()))
    .digest('hex');
};

/** A list of members, whose names every event holds encrypted. */
const membersSaid = async (url: string) => (await (await signedIn(url)).request('/api/members?name=Doe')).text();

/** Runs `npm start` on a data folder. */
async function withPortal(dataDir: string, use: (url: string) => Promise<void>): Promise<void> {
  const port = String(await freePort());
  const settings = {
    SUPERSCOPE_DATA: dataDir,
    SUPERSCOPE_MASTER_KEY: masterKey,
    // Asked for at the first start on a folder.
    SUPERSCOPE_ADMIN_PASSWORD: deployment.secret('admin_password'),
    HOST: '127.0.0.1',
    PORT: port,
  };
  const program = join(repository, 'deploy/local/start.mjs');
  const env = { ...process.env, ...settings };
  const child = spawn(process.execPath, [program, '--empty'], { env, stdio: ['ignore', 'inherit', 'inherit'] });
  const ended = once(child, 'exit');
  try {
    await use(`http://127.0.0.1:${port}`);
  } finally {
    child.kill('SIGTERM');
    await ended;
  }
}

describe('the replacement of one service after another, under load', () => {
  let load: ClusterLoad;
  let restoring: string[] = [];

  beforeAll(async () => {
    load = await ClusterLoad.prepare(deployment, 'upgrade');
  }, patience);

  afterAll(() => load?.close());

  const replaceAll = async (version: string) => {
    await deployment.prepare(version);
    // Readers before writers.
    for (const service of ['projector', 'relay', 'api', 'renderer']) {
      const began = performance.now();
      await deployment.replace(service);
      for (const { Config } of await deployment.containers(service)) expect(Config.Image).toMatch(`:${version}`);
      say(`${service} of version ${version} in ${((performance.now() - began) / 1000).toFixed(0)} s`);
    }
  };

  /** Requests that failed, unlike those refused for a reason of their own, such as an import of the same table that runs. */
  const failed = () => [...load.refusals].filter(([status]) => status === 0 || status === 401 || status >= 500);

  const harmlessly = async (during: () => Promise<unknown>) => {
    const before = failed();
    const visitor = await load.while(during);
    say(`${visitor.opened} pages opened; told: ${JSON.stringify([...visitor.told])}`);
    const { lost, doubled, halfVisible, failures, notes } = load.findings.take();
    expect({ lost, doubled, halfVisible, failures }, notes.join('\n')).toEqual({
      lost: 0,
      doubled: 0,
      halfVisible: 0,
      failures: 0,
    });
    expect([...visitor.told]).toEqual([]);
    expect(visitor.opened).toBeGreaterThan(10);
    expect(failed()).toEqual(before);
  };

  it(
    'by images of an earlier commit fails no request and misses no event',
    () => harmlessly(() => replaceAll(versions.before)),
    patience,
  );

  it(
    'and back does neither, while a backup is made',
    () =>
      harmlessly(async () => {
        const settings = { ...load.engines.addresses, SUPERSCOPE_DATA: deployment.file('none') };
        const work = [replaceAll(versions.current), backUp('containers', settings)] as const;
        [, restoring] = await Promise.all(work);
      }),
    patience,
  );

  it(
    'leaves a backup that restores into a portal of npm start, whose backup restores into containers',
    async () => {
      const plans = await plansOf(deployment.running.url);
      expect(plans).toContain('F.P1');
      // Made before the backup, like the first members.
      const [workId, report] = [...load.sent.reports].find(([, { state }]) => state === 'done')!;
      const isWhole = async (url: string) => {
        expect(await membersSaid(url)).toMatch(/Jo \d/);
        expect(await sha256Of(url, workId)).toBe((report as { sha256: string }).sha256);
      };
      const data = deployment.file('restored');
      await tool('restore', [...restoring, '--data', data], {});
      await withPortal(data, async (url) => {
        await shows(url, plans);
        await isWhole(url);
        const client = await signedIn(url);
        const imported = async () => {
          const form = new FormData();
          form.append('file', new Blob([onePlan], { type: 'text/csv' }), 'plans.csv');
          return (await client.request('/api/csv/import?table=plans', { method: 'POST', body: form })).status;
        };
        // Refused until the read models contain every event.
        await expect.poll(imported, { timeout: 240_000, interval: 1_000 }).toBe(202);
        await shows(url, [...plans, 'F.P9']);
      });
      const again = deployment.file('restored-again');
      await tool('restore', [...(await backUp('npm-start', { SUPERSCOPE_DATA: data })), '--data', again], {});
      await load.close();
      await deployment.beginWith(again);
      await shows(deployment.running.url, [...plans, 'F.P9']);
      await isWhole(deployment.running.url);
    },
    patience,
  );
});
