import type { BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, describe, expect, inject, it } from 'vitest';
import { sharedBrowser, signedIn } from './browser.js';
import { guideSections, Walk } from './guide.js';
import { makesPictures } from './makes-pictures.js';

/** Walks through one section of the guide. */
export type Chapter = (title: string, walk: (on: Walk) => Promise<void>) => void;

export const plan = 'TWR.P0001';
export const desk = { width: 1200, height: 800 };

const signedInAs = new Map<string, { page: Page; context: BrowserContext }>();

/** Tests sections of the guide: their bold words are on their screens, and their pictures are taken there. */
export function testGuide(...parts: ((chapter: Chapter) => void)[]): void {
  describe('the guide matches the screens:', () => {
    const guide = guideSections();
    afterAll(async () => {
      for (const { context } of signedInAs.values()) await context.close();
      signedInAs.clear();
    });
    const chapter: Chapter = (title, walk) =>
      it(
        title,
        async () => {
          const on = new Walk();
          await walk(on);
          const { words, pictures } = guide.find((each) => each.title === title) ?? { words: [], pictures: [] };
          // The demo data has other withheld figures than the tests' fund, and so other sentences.
          if (!makesPictures) expect(on.missing(words)).toEqual([]);
          expect(on.pictures).toEqual(pictures);
          // A chapter waits for a view of the past and its proof, which take long on a slow machine.
        },
        240_000,
      );
    for (const part of parts) part(chapter);
  });
}

/** The page of a user, who is signed in once for all chapters of a suite. */
export async function pageOf(username: string): Promise<Page> {
  const known = signedInAs.get(username) ?? (await signedIn(await sharedBrowser(), username, { viewport: desk }));
  signedInAs.set(username, known);
  await known.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return known.page;
}

/** A browser that is not signed in. */
export async function stranger(): Promise<Page> {
  const browser = await sharedBrowser();
  const context = await browser.newContext({ baseURL: inject('portalUrl'), viewport: desk, locale: 'en-AU' });
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
