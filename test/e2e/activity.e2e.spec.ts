import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, settled, sharedBrowser, signedIn } from './browser.js';

const browser = await sharedBrowser();

const path = '/staff/onecentralActivity';
const phone = { width: 390, height: 844 };
/** Chooses a member whom no other test looks at. */
const choose = async (page: Page, label: RegExp | string) => {
  const lookup = page.getByRole('combobox', { name: label });
  await lookup.fill('winterbourne');
  await page.getByRole('option').first().waitFor();
  await lookup.press('Enter');
};
const sessionsOf = (page: Page, username: string) =>
  page.getByRole('button', { name: new RegExp(`, ${username}: actions$`) }).filter({ visible: true });

describe('who looked at a member', () => {
  it('is found by an Auditor, with the page that it was done on', async () => {
    const { page: looker, context: looking } = await signedIn(browser, 'authorisedrep', { at: '/staff/memberEvents' });
    await choose(looker, /^Member/);
    await looker.getByRole('region', { name: /^Timeline of/ }).waitFor();
    await looking.close();

    const { page, context } = await signedIn(browser, 'auditor', { viewport: phone, at: path });
    await settled(page);
    await choose(page, 'Member viewed');
    await page.getByLabel('Action', { exact: true }).selectOption('Member viewed');
    // An access is stored within seconds of the request.
    await expect
      .poll(async () => {
        await page.getByRole('button', { name: 'Search' }).click();
        await settled(page);
        return sessionsOf(page, 'authorisedrep').count();
      })
      .toBeGreaterThan(0);
    await sessionsOf(page, 'authorisedrep').first().click();
    await page.getByText('from /staff/memberEvents').filter({ visible: true }).first().waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);

    // The search is in the address, and the name of the member is not.
    expect(page.url()).toContain('recordId=');
    expect(page.url().toLowerCase()).not.toContain('winterbourne');
    await page.reload();
    await sessionsOf(page, 'authorisedrep').first().waitFor();
    await expect
      .poll(() => page.getByRole('combobox', { name: 'Member viewed' }).inputValue())
      .toMatch(/winterbourne/i);
    await context.close();
  });

  it('is refused to a consultant', async () => {
    const { page, context } = await signedIn(browser, 'authorisedrep', { at: path });
    await page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
    expect((await page.request.get('/api/onecentral/access')).status()).toBe(403);
    await context.close();
  });
});
