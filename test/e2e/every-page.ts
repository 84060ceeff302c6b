import { mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { BrowserContextOptions, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible, inColours, nowhere, settled, sharedBrowser, signedIn } from './browser.js';

/**
 * Pictures of pages, kept after a run for people to look at: of those with a problem, and with SUPERSCOPE_PAGE_PICTURES=true of all, which
 * takes a minute.
 */
const pictures = fileURLToPath(new URL('../../test-results/pages/', import.meta.url));
mkdirSync(pictures, { recursive: true });
const picturesAll = process.env['SUPERSCOPE_PAGE_PICTURES'] === 'true';
const plan = 'TWR.P0001';
export const phone: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
/** Transitions would only be waited for. */
export const still = { reducedMotion: 'reduce' } as const;
export const wide = (width: number): BrowserContextOptions => ({ viewport: { width, height: 900 } });

/** The pages that the menu leads to, without places within a page. */
export async function pagesInMenu(username: string): Promise<string[]> {
  const { page, context } = await signedIn(await sharedBrowser(), username);
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('button').first().waitFor();
  const links: string[] = [];
  for (const name of await menu.getByRole('button').allInnerTexts()) {
    const button = menu.getByRole('button', { name, exact: true });
    if ((await button.getAttribute('aria-expanded')) === 'false') await button.click();
    const all = await menu.getByRole('link').evaluateAll((found) => (found as HTMLAnchorElement[]).map((a) => a.href));
    links.push(...all);
  }
  await context.close();
  const own = links.map((href) => new URL(href)).filter(({ origin }) => origin === inject('portalUrl'));
  return [...new Set(own.map(({ pathname }) => pathname))];
}

export async function pageOfAnEvent(): Promise<string> {
  const { page, context } = await signedIn(await sharedBrowser(), 'admin', { at: nowhere });
  const answer = (await (await page.request.get(`/api/history/events?planId=${plan}`)).json()) as {
    events: { place: string }[];
  };
  await context.close();
  return `/audit/events/${answer.events[0]!.place}`;
}

/** The pages of a member: the overview, and others whose parts stand on no other page. */
export async function pagesOfAMember(): Promise<string[]> {
  const { page, context } = await signedIn(await sharedBrowser(), 'admin', { at: nowhere });
  const [member] = (await (await page.request.get('/api/members?name=smith')).json()) as { id: string }[];
  await context.close();
  return ['', '/timeline', '/fees', '/cover', '/looked'].map((tab) => `/staff/members/${member!.id}${tab}`);
}

/** Controls under 44 pixels where fingers press them. Links and explanations within a sentence may be as small as it is. */
const smallTargets = (page: Page) =>
  page.evaluate(() => {
    const controls = 'button, nav a[href], [role=radio], [role=switch], input';
    const figures = ['<11', 'too few members', 'Not published', 'about '].map((words) => `[aria-label^="${words}"]`);
    const inText = ['p', 'dd', 'td', '.sr-only', ...figures].join();
    // What a browser fills in by itself, beside the parts of a date that people press.
    const notDrawn = '[aria-hidden=true] input';
    return [...document.querySelectorAll<HTMLElement>(controls)].flatMap((control) => {
      // The input of a checkbox is not drawn, its label is pressed.
      const pressed = (control.matches('input') && control.closest('label')) || control;
      const { width, height } = pressed.getBoundingClientRect();
      const isSmall = width > 0 && (height < 42 || width < 42);
      const label = control.getAttribute('aria-label') ?? control.innerText;
      return isSmall &&
        !control.matches(notDrawn) &&
        !control.closest(inText) &&
        !/^(no clear|change not published)/.test(label)
        ? [`${label}: ${Math.round(width)} x ${Math.round(height)}`]
        : [];
    });
  });

/** What hinders people on the open page, in light and in dark colours. */
export async function problemsOf(page: Page, path: string, widths: readonly number[]): Promise<string[]> {
  const found: string[] = [];
  const accessible = (rules?: string[]) =>
    expectAccessible(page, rules && { rules }).catch((error: Error) => found.push(`${path}: ${error.message}`));
  for (const width of widths) {
    const before = found.length;
    const picture = async (scheme: string) => {
      if (!picturesAll && found.length === before) return;
      await page.screenshot({
        path: `${pictures}${path.slice(1).replaceAll('/', '-')}-${width}-${scheme}.png`,
        fullPage: true,
      });
    };
    if (page.viewportSize()?.width !== width) await page.setViewportSize({ width, height: 900 });
    await settled(page);
    await accessible();
    const sideways = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    if (sideways > 0) found.push(`${path} is ${sideways} pixels too wide, ${width} pixels wide`);
    if (width === 390) found.push(...(await smallTargets(page)).map((target) => `${path}: ${target}`));
    await picture('light');
    // Colours do not depend on the width of a desktop.
    if (width === 2560) continue;
    await inColours(page, 'dark');
    // The rest of what axe finds does not depend on colours.
    await accessible(['color-contrast']);
    await picture('dark');
    await inColours(page, 'light');
  }
  return found;
}

/** Tests the pages of a user, on a phone and on desktops. */
export function testEveryPage(username: string, pages: () => Promise<string[]>): void {
  describe('every page', () => {
    let paths: string[];
    beforeAll(async () => {
      paths = await pages();
    });

    it.each([
      ['a phone', phone],
      ['desktops', wide(1440)],
    ] as const)(
      `of ${username} fits and can be used by everybody, light and dark, on %s`,
      async (on, size) => {
        const browser = await sharedBrowser();
        const { context: first } = await signedIn(browser, username, { at: nowhere });
        const state = { baseURL: inject('portalUrl'), storageState: await first.storageState(), locale: 'en-AU' };
        const widths = on === 'a phone' ? [390] : [1440, 2560];
        // The walk mostly waits for pages, so two windows at once take less time.
        const windows = [0, 1].map(async (half) => {
          const context = await browser.newContext({ ...state, ...size, colorScheme: 'light', ...still });
          const page = await context.newPage();
          const found: string[] = [];
          page.on('console', (message) => {
            if (message.text().includes('Content Security Policy')) found.push(`${page.url()}: ${message.text()}`);
          });
          for (const path of paths.filter((_, at) => at % 2 === half)) {
            await page.setViewportSize(size.viewport!);
            await page.goto(`${path}?plan=${plan}`);
            found.push(...(await problemsOf(page, path, widths)));
          }
          await context.close();
          return found;
        });
        expect((await Promise.all(windows)).flat()).toEqual([]);
        await first.close();
        // The walk draws some forty pages and waits for each, possibly on a busy machine.
      },
      180_000,
    );
  });
}
