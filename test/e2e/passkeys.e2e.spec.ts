import type { BrowserContext, CDPSession, Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible, settled, sharedBrowser } from './browser.js';
import { ownUser } from './own-user.js';

const browser = await sharedBrowser();

/** The portal by its host name, because passkeys do not work with IP addresses. */
const portal = () => inject('portalUrl').replace('127.0.0.1', 'localhost');

/** A page in a browser with a virtual platform authenticator, whose user always agrees. */
async function withAuthenticator(): Promise<{ page: Page; context: BrowserContext; device: CDPSession; id: string }> {
  const context = await browser.newContext({
    baseURL: portal(),
    viewport: { width: 1440, height: 900 },
    locale: 'en-AU',
  });
  const page = await context.newPage();
  const device = await context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  const { authenticatorId } = await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { page, context, device, id: authenticatorId };
}

async function signInByPassword(page: Page, username: string): Promise<void> {
  await page.goto('/login');
  await page.getByLabel(/username or e-?mail/i).fill(username);
  await page.getByLabel('Password', { exact: true }).fill(inject('password'));
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL((url) => url.pathname !== '/login');
}

describe('a member of staff', () => {
  it('adds a passkey, signs in with it, and removes it', async () => {
    const { page, context, device, id } = await withAuthenticator();
    await signInByPassword(page, await ownUser('Staff'));
    await page.goto('/two-step');
    await settled(page);
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('Work laptop');
    await dialog.getByLabel('Password', { exact: true }).fill(inject('password'));
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await page.getByText('Work laptop is added. The sign-in screen takes it from now on.').waitFor();
    await expectAccessible(page);
    await context.clearCookies();

    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.waitForURL((url) => url.pathname !== '/login');
    await page.getByRole('button', { name: /user menu/ }).waitFor();

    await page.goto('/two-step');
    const row = page.getByRole('row', { name: /Work laptop/ });
    await row.waitFor();
    await expect.poll(() => row.textContent()).not.toContain('Not yet');
    await row.getByRole('button', { name: 'Remove Work laptop' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('Work laptop does not sign you in any more.').waitFor();
    await context.clearCookies();

    await page.goto('/login');
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
    await page.getByText(/^This passkey was not accepted/).waitFor();
    await device.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId: id });
    await context.close();
  });

  it('cannot add a passkey on a device without user verification', async () => {
    const { page, context, device, id } = await withAuthenticator();
    await signInByPassword(page, 'auditor');
    await page.goto('/two-step');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
    await dialog.getByLabel('Name').fill('Shared desk');
    await dialog.getByLabel('Password', { exact: true }).fill(inject('password'));
    await device.send('WebAuthn.setUserVerified', { authenticatorId: id, isUserVerified: false });
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await dialog.getByText('No passkey was made. Please try again.').waitFor();
    await context.close();
  });
});
