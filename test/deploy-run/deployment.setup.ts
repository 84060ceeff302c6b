import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { generateDemoData } from '../demo-data/generate-demo-data.js';
import { until } from '../faults/fault-portal.js';
import { anyCertificateVariable } from '../harness/chromium.js';
import { repository } from '../harness/repository.js';
import { run } from './command.js';
import { Deployment, type Running } from './deployment.js';
import { Images } from './images.js';
import { CannotRun, docker } from './machine.js';

declare module 'vitest' {
  interface ProvidedContext {
    deployment: Running;
    /** Certificate of the authority that signed the portal's. */
    authority: string;
    /** Tags of the images of this checkout and of an earlier commit. */
    versions: { current: string; before: string };
  }
}

/** The exit status where the deployment cannot be run: neither passed nor failed. */
const cannotRun = 75;
const fund = { size: 'demo', plans: 6, members: 420, months: 14, assetMonths: 0, seed: 3 } as const;
const began = performance.now();
const say = (text: string) =>
  void process.stdout.write(`${((performance.now() - began) / 1000).toFixed(0).padStart(6)} s  ${text}\n`);

/**
 * Makes every image and starts the deployment, once for all suites of a project. The project `deploy` gets a fund; the others import one of
 * their own.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const engine = await docker(say, { mayStart: process.env['SUPERSCOPE_DEPLOY_SHORT'] !== 'true' }).catch(orLeave);
  const undo: (() => Promise<void>)[] = [() => engine.stop()];
  const stop = async () => {
    for (const step of undo.splice(0).reverse()) await step();
  };
  try {
    const images = new Images(engine, say);
    await images.bases();
    const versions = { current: 'test', before: 'before' };
    await images.engines();
    if (project.name === 'cluster-faults') await images.tools();
    await images.product(versions.current);
    if (project.name === 'cluster-upgrade')
      await images.ofCommit(process.env['SUPERSCOPE_DEPLOY_BEFORE'] ?? 'HEAD~1', versions.before);
    const deployment = await Deployment.start(engine, versions.current);
    undo.push(() => deployment.end());
    say(`the deployment runs at ${deployment.running.url}`);
    const authority = await deployment.authority();
    await trust(deployment, authority);
    project.provide('deployment', deployment.running);
    project.provide('authority', authority);
    project.provide('versions', versions);
    if (project.name !== 'deploy') return stop;
    const folder = join(deployment.running.folder, 'files');
    await importFund(deployment, folder);
    say('a fund is imported');
    // For the browser tests' main paths.
    project.provide('portalUrl', deployment.running.url);
    project.provide('password', deployment.secret('admin_password'));
    return stop;
  } catch (error) {
    await stop();
    return orLeave(error);
  }
}

/** Makes this process and those of the suites trust the proxy's authority. Node reads the file of authorities at its start. */
async function trust(deployment: Deployment, authority: string): Promise<void> {
  const file = join(deployment.running.folder, 'authority.crt');
  writeFileSync(file, authority);
  process.env['NODE_EXTRA_CA_CERTS'] = file;
  process.env[anyCertificateVariable] = 'true';
}

/** Imports the fund of the browser tests by the deployment's own tool, in a process that trusts the proxy. */
async function importFund(deployment: Deployment, folder: string): Promise<void> {
  const { files } = await generateDemoData({ ...fund, outDir: folder, asAt: '2026-08' });
  const tool = join(repository, 'deploy/local/dist/import-file.js');
  const env = { SUPERSCOPE_PASSWORD: deployment.secret('admin_password') };
  for (const { table, path } of files)
    await run(process.execPath, [tool, '--url', deployment.running.url, '--user', 'admin', table, path], { env });
  // Asked in a container, because this process does not trust the proxy.
  const asks = "fetch('http://127.0.0.1:3000/api/ready').then(async (a) => console.log(await a.text()))";
  const isDerived = async () => {
    const said = JSON.parse(await deployment.exec('api', ['node', '--eval', asks])) as { derived?: boolean };
    return said.derived === true;
  };
  await until('the fund is derived', isDerived, 300_000, 1_000);
}

/** Ends the run with a sentence where there is no way to run the deployment. */
function orLeave(error: unknown): never {
  if (!(error instanceof CannotRun)) throw error;
  process.stdout.write(`${error.message}\n`);
  process.exit(cannotRun);
}
