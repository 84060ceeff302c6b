import type { Page } from 'playwright-core';
import { generateSync } from 'otplib';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible, nowhere, settled, sharedBrowser, signedIn, signIn } from './browser.js';
import { ownUser } from './own-user.js';

const browser = await sharedBrowser();

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

describe('an Admin', () => {
  it('registers somebody, gives them another role, and deactivates them', async () => {
    const { page, context } = await signedIn(browser, 'admin', { at: '/staff/security' });
    await settled(page);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByRole('menuitem', { name: 'User', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Username/Email').fill('walked@example.com');
    await dialog.getByLabel('Role').selectOption('Auditor');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Register' }).click();
    await page.getByText('walked@example.com is registered.', { exact: false }).waitFor();
    await page.getByRole('main').getByLabel('Find').fill('walked');
    await page.getByRole('cell', { name: 'Invited' }).waitFor();
    await page.getByRole('button', { name: 'Edit walked@example.com' }).click();
    await page.getByRole('dialog').getByLabel('Role').selectOption('DevOps');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await page.getByRole('cell', { name: 'Developer operations' }).waitFor();
    await page.getByRole('button', { name: 'De-Activate walked@example.com' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'De-Activate' }).click();
    await page.getByText('walked@example.com is deactivated.').waitFor();
    await page.getByRole('cell', { name: 'Inactive' }).waitFor();
    await context.close();
  });

  it('issues a token that is shown once, and revokes it', async () => {
    const { page, context } = await signedIn(browser, 'admin', { at: '/staff/access-tokens' });
    await settled(page);
    await page.getByRole('button', { name: 'Register an application' }).click();
    await page.getByRole('dialog').getByLabel('Username').fill('walked-program');
    await page.getByRole('dialog').getByRole('button', { name: 'Register' }).click();
    await page.getByRole('button', { name: 'Issue a token for walked-program' }).click();
    await page.getByRole('dialog').getByLabel('What it is for').fill('Walking');
    await page.getByRole('dialog').getByRole('button', { name: 'Issue' }).click();
    await page.getByText(/^ssa_/).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Done' }).click();
    expect(await page.getByText(/^ssa_/).count()).toBe(0);
    await page.getByRole('button', { name: 'Revoke Walking' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
    await page.getByText('The token Walking is revoked.').waitFor();
    await context.close();
  });
});

describe('a user with an authenticator app', () => {
  it('sets it up, signs in with a code of it, and removes it', async () => {
    const consultant = await ownUser('AuthorizedRep', 'allPlans');
    const { page, context } = await signedIn(browser, consultant, { at: '/two-step' });
    await page.getByLabel('Password', { exact: true }).fill(inject('password'));
    await page.getByRole('button', { name: 'Set up an app' }).click();
    const shown = page.getByText(/^([A-Z2-7]{4} )+[A-Z2-7]{1,4}$/);
    await shown.waitFor();
    await expectAccessible(page);
    const secret = (await shown.innerText()).replaceAll(' ', '');
    /** The code of a half minute relative to now. A code works once, and those of the previous, current and next half minute are valid. */
    const code = (halfMinutes: number) =>
      generateSync({ secret, epoch: Math.floor(Date.now() / 1000) + 30 * halfMinutes });
    // Not in the last seconds of a half minute, in which the previous code stops to be valid before it arrives.
    await expect.poll(() => 30 - ((Date.now() / 1000) % 30)).toBeGreaterThan(5);
    await page.getByLabel('Verification code').fill(code(-1));
    await page.getByRole('button', { name: 'Confirm' }).click();
    await page.getByText('The app is set up.', { exact: false }).waitFor();
    await context.close();

    const fresh = await browser.newContext({ baseURL: inject('portalUrl') });
    const entrance = await fresh.newPage();
    await signIn(entrance, consultant);
    await entrance.getByText('Open your authenticator app.').waitFor();
    await expectAccessible(entrance);
    await entrance.getByLabel('Verification code').fill(code(0));
    await entrance.getByRole('button', { name: 'Sign in', exact: true }).click();
    await entrance.waitForURL((url) => url.pathname !== '/login');
    await entrance.goto('/two-step');
    await entrance.getByLabel('Verification code').fill(code(1));
    await entrance.getByRole('button', { name: 'Remove the app' }).click();
    await entrance.getByText('The app is not asked for any more.').waitFor();
    await fresh.close();
  });
});

describe('who may see what', () => {
  it('is shown to an Auditor under Audit, without the pages of Staff', async () => {
    const { page, context } = await signedIn(browser, 'auditor');
    await menu(page).getByRole('button', { name: 'Audit' }).click();
    await menu(page).getByRole('link', { name: 'Who may see what' }).click();
    await page.getByRole('cell', { name: /Ruth Abelson/ }).waitFor();
    await expectAccessible(page);
    await page.goto('/staff/security');
    await page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
    await context.close();
  });

  it('is refused to Staff, as are accounts and tokens', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: nowhere });
    for (const path of ['/audit/access', '/staff/security', '/staff/access-tokens']) {
      await page.goto(path);
      await page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
    }
    await context.close();
  });
});
