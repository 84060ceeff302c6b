import { spawn, type ChildProcess } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { isRunning, type RunningProcess } from '../../libs/embedded/running-processes.mjs';
import { openBrowser } from '../harness/chromium.js';
import { freePort } from '../harness/free-port.js';
import { processesBelow } from '../harness/processes-below.js';
import { repository } from '../harness/repository.js';
import { linkInstalled } from '../mutants/copy.mjs';

const password = 'Admin-pass-2026-x';
/** A compilation and the start of processes take seconds, and minutes on a very busy machine. */
const longestMs = 300_000;
const taken = { timeout: longestMs, interval: 100 };

describe('npm run dev', { timeout: longestMs }, () => {
  // Changes are made in a copy of the checkout, built as that is.
  const folder = mkdtempSync(join(tmpdir(), 'superscope-dev-'));
  const checkout = join(folder, 'checkout');
  let url: string;
  let dev: ChildProcess;
  let said = '';
  let browser: Browser;
  let page: Page;
  const complaints: string[] = [];

  beforeAll(async () => {
    const copied = ['apps', 'libs', 'deploy', 'test/demo-data', 'test/dist/demo-data', 'test/package.json'];
    for (const path of [...copied, 'package.json', 'package-lock.json', 'tsconfig.base.json'])
      cpSync(join(repository, path), join(checkout, path), {
        recursive: true,
        preserveTimestamps: true,
        filter: (source) => basename(source) !== 'node_modules',
      });
    linkInstalled(repository, checkout);
    symlinkSync(join(repository, 'node_modules/.package-lock.json'), join(checkout, 'node_modules/.package-lock.json'));
    const port = await freePort();
    url = `http://localhost:${port}`;
    const settings = {
      PORT: String(port),
      SUPERSCOPE_DATA: join(folder, 'data'),
      SUPERSCOPE_ADMIN_PASSWORD: password,
    };
    dev = spawn(process.execPath, ['deploy/local/dev.mjs', '--empty'], {
      cwd: checkout,
      env: { ...process.env, ...settings },
    });
    for (const output of [dev.stdout!, dev.stderr!])
      output.on('data', (bytes: Buffer) => {
        said += bytes.toString();
      });
    browser = await openBrowser();
    page = await (await browser.newContext()).newPage();
    page.setDefaultTimeout(longestMs);
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    await vi.waitUntil(() => said.includes(`Superscope is ready: ${url}\n`) || dev.exitCode !== null, taken);
    expect(dev.exitCode, said).toBeNull();
  }, longestMs);
  afterAll(async () => {
    await browser.close();
    dev.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
  });

  const edit = (path: string, before: string, after: string) => {
    const file = join(checkout, path);
    const text = readFileSync(file, 'utf8');
    expect(text.split(before)).toHaveLength(2);
    writeFileSync(file, text.replace(before, after));
  };
  const processes = async () => {
    const all = await processesBelow(dev.pid!);
    const pidOf = (program: string) => all.find(({ command }) => command.includes(program))!.pid;
    const engines = ['event-store', 'mongo', 'clickhouse'].map((kind) => pidOf(`engine-main.js ${kind}`));
    return { engines, api: pidOf('apps/api/dist/main.js'), projector: pidOf('apps/projector/dist/main.js'), all };
  };
  const version = async () => {
    const answer = await fetch(`${url}/actuator/info`);
    return ((await answer.json()) as { build: { version: string } }).build.version;
  };
  const signedIn = () => page.evaluate(async () => (await fetch('/api/authentication')).status);

  it('shows a change of the web client at once, without loading the page anew', async () => {
    await page.goto(`${url}/login`);
    await page.getByText('Employers, consultants and staff').waitFor();
    await page.evaluate(() => void Object.assign(window, { isKept: true }));
    edit('apps/web/src/features/sign-in/sign-in.form.tsx', 'Employers, consultants and staff', 'Changed a moment ago');
    await page.getByText('Changed a moment ago').waitFor();
    expect(await page.evaluate(() => 'isKept' in window)).toBe(true);
  });

  it('signs in on the one address that it prints, under the policy that the api sends', async () => {
    await page.getByLabel(/username or e-?mail/i).fill('admin');
    await page.getByLabel('Password', { exact: true }).fill(password);
    const changes = page.waitForResponse((response) => response.url() === `${url}/api/changes`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    expect((await changes).headers()['content-type']).toContain('text/event-stream');
    expect(await signedIn()).toBe(200);
    expect(complaints.filter((text) => text.includes('Content Security Policy'))).toEqual([]);
  });

  it('says what does not compile, and goes on with what ran before', async () => {
    edit('apps/api/src/operations/build-info.slice.ts', 'version: productVersion }', 'version: productVersion + }');
    await vi.waitUntil(() => said.includes('It does not compile.'), taken);
    expect(said).toContain('apps/api/src/operations/build-info.slice.ts');
    expect(said).toContain('error TS');
    expect(await version()).toMatch(/^\d+\.\d+\.\d+$/);
  });

  it('starts the api again once its change compiles, beside the same engines and projector', async () => {
    const before = await processes();
    edit(
      'apps/api/src/operations/build-info.slice.ts',
      'version: productVersion + }',
      "version: productVersion + '-changed' }",
    );
    await vi.waitUntil(() => said.includes('api runs again.'), taken);
    expect(await version()).toMatch(/-changed$/);
    const now = await processes();
    expect(now).toMatchObject({ engines: before.engines, projector: before.projector });
    expect(now.api).not.toBe(before.api);
    expect(await signedIn()).toBe(200);
  });

  it('starts the projector again after a change of its own', async () => {
    const before = await processes();
    edit('apps/projector/src/main.ts', 'import { readEnv }', '// Changed.\nimport { readEnv }');
    await vi.waitUntil(() => said.includes('projector runs again.'), taken);
    const now = await processes();
    expect(now).toMatchObject({ engines: before.engines, api: before.api });
    expect(now.projector).not.toBe(before.projector);
  });

  it('ends everything on Ctrl-C', async () => {
    const { all } = await processes();
    expect(all.length).toBeGreaterThan(6);
    dev.kill('SIGINT');
    await vi.waitUntil(() => dev.exitCode !== null, taken);
    expect([dev.exitCode, said.endsWith('Stopped. Your data is kept.\n')]).toEqual([0, true]);
    expect(all.filter(({ pid }: RunningProcess) => isRunning(pid))).toEqual([]);
  });
});
