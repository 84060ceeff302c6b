import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { openBrowser } from '../harness/chromium.js';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Where a page starts that is not looked at, or only after it was prepared. */
export const nowhere = 'about:blank';

let opened: Promise<Browser> | undefined;

/** The browser of this worker, which its suites share: contexts separate people. It ends with the worker. */
export const sharedBrowser = (): Promise<Browser> => (opened ??= openBrowser());

/** Signs in on the sign-in page, as people do. */
export async function signIn(page: Page, username: string, password = inject('password')): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(/username or e-?mail/i).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

/**
 * Opens a page in a separate browser context of somebody who is signed in. The session comes from the api, because the way through
 * the sign-in page costs every test two more pages and has tests of its own.
 */
export async function signedIn(
  browser: Browser,
  username: string,
  {
    viewport = { width: 1440, height: 900 },
    at = '/',
  }: { viewport?: { width: number; height: number }; at?: string } = {},
): Promise<{ page: Page; context: BrowserContext }> {
  const context = await browser.newContext({ baseURL: inject('portalUrl'), viewport, locale: 'en-AU' });
  const headers = { 'X-Requested-By': 'superscope' };
  const data = { username, password: inject('password') };
  const answer = await context.request.post('/api/authentication', { headers, data });
  expect([username, answer.status()]).toEqual([username, 200]);
  const page = await context.newPage();
  await page.goto(at);
  return { page, context };
}

/** The file that the browser saves when something is pressed: its name, and its contents as text. */
export async function downloaded(page: Page, press: () => Promise<void>): Promise<{ name: string; text: string }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  const chunks: Buffer[] = [];
  for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer);
  return { name: file.suggestedFilename(), text: Buffer.concat(chunks).toString('utf8') };
}

/** Types into a lookup until it offers the option, and takes it: its list closes where the page moves under it. */
export async function chooseIn(lookup: Locator, text: string, option: Locator): Promise<void> {
  const isOffered = async () => {
    await lookup.fill('');
    await lookup.fill(text);
    return option.waitFor({ timeout: 3_000 }).then(
      () => true,
      () => false,
    );
  };
  await expect.poll(isOffered, { timeout: 30_000 }).toBe(true);
  await option.click();
}

/** Waits until the page has its figures, or what stands in their place. */
export async function settled(page: Page): Promise<void> {
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).count(), { timeout: 20_000 }).toBe(0);
  await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: 20_000 }).toBe(0);
}

/** Draws the page in the other colours, as when the person's system turns dark or light. */
export async function inColours(page: Page, colorScheme: 'light' | 'dark'): Promise<void> {
  await page.emulateMedia({ colorScheme });
  await expect
    .poll(() => page.evaluate(() => document.documentElement.dataset['theme']), { timeout: 20_000 })
    .toBe(colorScheme);
  await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
}

interface Accessible {
  /** By default all rules of axe, its best practices included. */
  rules?: string[];
}

/** Expects no accessibility violations of any impact. What axe calls moderate or minor counts, such as a heading that skips a level. */
export async function expectAccessible(page: Page, options: Accessible = {}): Promise<void> {
  // Evaluated by the debugger rather than added as a script, because the page's policy allows no foreign scripts.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  // Figures that are being replaced are dimmed, which is not the contrast that a reader is left with. They may be asked
  // for again while axe reads, so what it found counts only if nothing was dimmed at its end either.
  let violations: string[] | null = null;
  await expect
    .poll(async () => (violations = await violationsAtRest(page, options)), { timeout: 20_000 })
    .not.toBeNull();
  expect(violations!.join('\n')).toBe('');
}

/** The violations that axe finds, or null if something was being replaced, or still fading in, before or after it read. */
async function violationsAtRest(page: Page, options: Accessible): Promise<string[] | null> {
  return page.evaluate(async ({ rules }) => {
    const { axe: checker } = window as unknown as {
      axe: {
        run: (options: object) => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
      };
    };
    const isAtRest = () =>
      document.querySelector('[aria-busy="true"]') === null &&
      !document.getAnimations().some((a) => a instanceof CSSTransition && a.playState === 'running');
    if (!isAtRest()) return null;
    // Without selectors and details of what is right, which would take longer than the rules.
    const concise = { resultTypes: ['violations'], selectors: false };
    const { violations: found } = await checker.run(rules ? { ...concise, runOnly: rules } : concise);
    if (!isAtRest()) return null;
    return found.map((v) => `${v.id}: ${v.nodes.map((node) => node.html.slice(0, 160)).join(' | ')}`);
  }, options);
}
