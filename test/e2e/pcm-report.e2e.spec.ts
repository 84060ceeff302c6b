import { readFile } from 'node:fs/promises';
import { describe, expect, inject, it } from 'vitest';
import { pagesOf } from '../pdf/pages-of.js';
import { expectAccessible, nowhere, sharedBrowser, signedIn } from './browser.js';
import { ownUser } from './own-user.js';
import { announced } from './sheets.js';

const browser = await sharedBrowser();

describe('the PCM report', () => {
  it('is opened from the menu and downloaded as a PDF of its three pages', async () => {
    const { page, context } = await signedIn(browser, 'companyrep');
    // The address names the plan once the plan is loaded.
    await page.waitForURL(/[?&]plan=/);
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('button', { name: 'Info' }).click();
    await menu.getByRole('link', { name: 'PCM Report' }).click();
    await page.getByRole('heading', { level: 1, name: 'PCM Report' }).waitFor();
    await announced(page);
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('pcmreport.pdf');
    const pdf = await readFile(await download.path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pagesOf(pdf)).toBe(3);
    await context.close();
  });

  it('waits in Your files if the page is left while it is made', async () => {
    const username = await ownUser('CompanyRep', 'TWR.P0001-E1');
    const { page, context } = await signedIn(browser, username, { at: '/report?plan=TWR.P0001&period=months3' });
    await announced(page);
    // Left as soon as it is requested: made while the page is open, it would be downloaded by the page.
    await Promise.all([
      page.waitForResponse((answer) => answer.request().method() === 'POST' && answer.url().endsWith('/api/reports')),
      page.getByRole('button', { name: 'Download PDF' }).click(),
    ]);
    await page.goto('/dashboard');
    const files = page.getByRole('button', { name: /^Your files/ });
    await page.getByRole('button', { name: /^Your files\s*New/ }).waitFor();
    await files.click();
    const list = page.getByRole('dialog', { name: 'Your files' });
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      list
        .getByRole('button', { name: /^Download PCM report/ })
        .first()
        .click(),
    ]);
    expect(download.suggestedFilename()).toBe('pcmreport.pdf');
    await list.getByText('New', { exact: true }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('fits a phone, and is readable in dark mode', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', {
      viewport: { width: 390, height: 844 },
      at: nowhere,
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/report');
    await announced(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page);
    await context.close();
  });

  it('is printed by the browser without the frame of the portal', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', {
      viewport: { width: 688, height: 1016 },
      at: nowhere,
    });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.goto('/report');
    await announced(page);
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(3);
    for (const name of ['Download PDF', 'Info'])
      expect(await page.getByRole('button', { name }).isVisible()).toBe(false);
    // Paper is always light, also when the screen is dark.
    const sheet = page.getByRole('region', { name: /^Page 1 of 3/ });
    expect(await sheet.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(255, 255, 255)');
    await context.close();
  });

  it('shows staff the employers’ figures, and is refused to users who may not see the plan', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: '/report?plan=TWR.P0001&engaged=1' });
    await announced(page);
    expect(await page.getByText('Exact', { exact: true }).count()).toBe(0);
    await context.close();
    const operations = await signedIn(browser, 'devops', { at: '/report' });
    await operations.page.getByText(/role/i).first().waitFor();
    const refused = await operations.context.request.post(`${inject('portalUrl')}/pcm/`, {
      headers: { 'X-Requested-By': 'superscope' },
      data: { data: { currentPlan: 'TWR.P0001' } },
    });
    expect(refused.status()).toBe(403);
    await operations.context.close();
  });
});
