import { expect, inject, it } from 'vitest';
import { sharedBrowser } from './browser.js';
import { pagesInMenu, phone, problemsOf, still, testEveryPage, wide } from './every-page.js';

const browser = await sharedBrowser();

testEveryPage('companyrep', async () => {
  const paths = await pagesInMenu('companyrep');
  expect(paths).toContain('/super/lifeInsurance');
  // Those that no menu leads to, and what stands in the place of a page.
  return [...paths, '/watches', '/no-such-page', '/operations/outbox'];
});

it.each(['/login', '/reset-password', '/activate', '/about', '/contact', '/privacy'])(
  'every page before sign-in fits and can be used by everybody: %s',
  async (path) => {
    const sizes = [phone, wide(1440)].map(async (size) => {
      const options = { baseURL: inject('portalUrl'), ...size, colorScheme: 'light', ...still } as const;
      const context = await browser.newContext(options);
      const page = await context.newPage();
      await page.goto(path);
      const found = await problemsOf(page, path, [size.viewport!.width]);
      await context.close();
      return found;
    });
    expect((await Promise.all(sizes)).flat()).toEqual([]);
  },
);
