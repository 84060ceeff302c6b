import { describe, expect, it } from 'vitest';
import { expectAccessible, sharedBrowser, signedIn } from './browser.js';

const browser = await sharedBrowser();

describe('what would move the score', () => {
  it('is ranked on the dashboard, and opens with the campaigns that support it', async () => {
    const { page, context } = await signedIn(browser, 'companyrep');
    const list = page.getByRole('region', { name: 'Actions by expected change' });
    await list.getByRole('listitem').first().waitFor();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(7);
    const action = list.getByRole('button', { name: 'Nominate a binding beneficiary' });
    await action.click();
    const dialog = page.getByRole('dialog', { name: 'Nominate a binding beneficiary' });
    await dialog.getByText('Campaigns that support it').waitFor();
    await expectAccessible(page);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    expect(await action.evaluate((button) => button === document.activeElement)).toBe(true);
    await context.close();
  });

  it('is on the page of an area with the area’s actions, also on a phone', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', {
      viewport: { width: 390, height: 844 },
      at: '/super/lifeInsurance',
    });
    const list = page.getByRole('region', { name: 'Actions by expected change' });
    await list.getByRole('button', { name: 'Lift life cover to what is needed' }).waitFor();
    await expect.poll(() => list.getByRole('listitem').count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await context.close();
  });
});

describe('a campaign', () => {
  it('opens with its effect, or with the reason why there is none', async () => {
    const { page, context } = await signedIn(browser, 'companyrep');
    const table = page.getByRole('region', { name: 'Latest email campaigns: table' });
    await table.getByRole('button').first().click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(
        /percentage points|Too few members were contacted|The campaign went to everybody|Too early to say|The effect cannot be shown/,
      )
      .first()
      .waitFor();
    await expectAccessible(page);
    await context.close();
  });
});
