import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { inject } from 'vitest';
import { openBrowser } from '../harness/chromium.js';
import { signedIn } from './browser.js';
import type { Walk } from './guide.js';

/** Walks through one section of the guide. */
export type Chapter = (title: string, walk: (on: Walk) => Promise<void>) => void;

export const plan = 'TWR.P0001';
export const desk = { width: 1200, height: 800 };

let browser: Browser | undefined;
const signedInAs = new Map<string, { page: Page; context: BrowserContext }>();

const guideBrowser = async () => (browser ??= await openBrowser());
export const closeGuideBrowser = async () => browser?.close();

/** The page of a user, who is signed in once for the whole guide. */
export async function pageOf(username: string): Promise<Page> {
  const known = signedInAs.get(username) ?? (await signedIn(await guideBrowser(), username, { viewport: desk }));
  signedInAs.set(username, known);
  await known.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return known.page;
}

/** A browser that is not signed in. */
export async function stranger(): Promise<Page> {
  const context = await (
    await guideBrowser()
  ).newContext({ baseURL: inject('portalUrl'), viewport: desk, locale: 'en-AU' });
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return page;
}

export const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
export const header = (page: Page): Locator => page.getByRole('heading', { level: 1 });
export const filter = (page: Page) => region(page, 'Filter');
/** Presses a button of the page's header. */
export const press = (page: Page, name: 'Filter' | 'Downloads') =>
  page.getByRole('main').getByRole('button', { name, exact: true }).click();

/** Goes to an address, unless the previous section ended there. */
export async function open(page: Page, path: string): Promise<void> {
  if (page.url() !== `${inject('portalUrl')}${path}`) await page.goto(path);
}
