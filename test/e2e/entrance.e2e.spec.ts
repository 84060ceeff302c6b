import type { OutboxPage } from '@superscope/contracts/outbox';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible, nowhere, sharedBrowser, signedIn, signIn } from './browser.js';
import { maintenanceChapters } from './guide-of-audit.js';
import { testGuide } from './guide-walk.js';

const browser = await sharedBrowser();

const phone = { width: 390, height: 844 };

/** A browser that is not signed in. */
async function stranger(viewport = { width: 1440, height: 900 }) {
  // Without transitions, because their intermediate colours can fail the contrast check.
  const options = { viewport, locale: 'en-AU', reducedMotion: 'reduce' } as const;
  const context = await browser.newContext({ baseURL: inject('portalUrl'), ...options });
  return { page: await context.newPage(), context };
}

const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

describe('a person without a password', () => {
  it('asks for an activation link, chooses a password, and signs in', async () => {
    const { page, context } = await stranger(phone);
    await signIn(page, 'newcomer', 'anything-at-all');
    await page.getByText('This account has to be activated before it can be used.').waitFor();
    await expectAccessible(page);
    await page.getByRole('link', { name: 'Send an activation link' }).click();
    await page.getByRole('button', { name: 'Send activation link' }).click();
    await page.getByText('Activation link sent.').waitFor();
    await expectAccessible(page);
    expect(await overflows(page)).toBe(false);

    const operations = await signedIn(browser, 'devops', { at: nowhere });
    // Other tests have people activated too.
    const mailed = async () => {
      const { mails } = (await (await operations.page.request.get('/api/outbox?size=100')).json()) as OutboxPage;
      const mail = mails.find(({ to, text }) => to === 'newcomer@example.com' && text?.includes('activate?token='));
      return /http\S+activate\?token=[\w-]+/.exec(mail?.text ?? '')?.[0] ?? null;
    };
    await expect.poll(mailed).not.toBeNull();
    const address = (await mailed())!;
    await operations.context.close();

    const { pathname, search } = new URL(address);
    await page.goto(`${pathname}${search}`);
    const password = 'tram-5-Lemon-kite';
    await page.getByLabel('New password', { exact: true }).fill(password);
    await page.getByLabel('Retype new password', { exact: true }).fill(password);
    await page.getByRole('button', { name: 'Set password' }).click();
    await page.getByText('Your account is active. You can sign in now.').waitFor();
    await expectAccessible(page);
    await signIn(page, 'newcomer', password);
    await page.waitForURL((url) => url.pathname === '/dashboard');
    await context.close();
  });
});

// In this file, because everybody has the same message.
testGuide(maintenanceChapters);

describe('a message of maintenance', () => {
  it('is announced by operations, shown on the sign-in screen and in the header, and removed', async () => {
    const { page, context } = await signedIn(browser, 'devops', { at: '/operations/maintenance' });
    await page.getByText('Nothing is announced').waitFor();
    await page.getByRole('textbox', { name: 'Message' }).fill('Sunday from 2:00 am');
    await page.getByRole('button', { name: 'Announce' }).click();
    await page.getByText('Everybody sees it now.').waitFor();
    await page.getByRole('banner').getByText('Sunday from 2:00 am').filter({ visible: true }).waitFor();
    await expectAccessible(page);

    const other = await stranger(phone);
    await other.page.goto('/login');
    await other.page.getByText('Sunday from 2:00 am').waitFor();
    await expectAccessible(other.page);
    const staff = await signedIn(browser, 'staff', { viewport: phone });
    await staff.page.getByRole('banner').getByText('Sunday from 2:00 am').filter({ visible: true }).waitFor();
    // Build information stays available beside the message, also on devices without hovering.
    await staff.page.getByRole('button', { name: 'Build information' }).click();
    await staff.page.getByText(/^(Commit [0-9a-f]{40}|Built|Version)/).waitFor();
    expect(await overflows(staff.page)).toBe(false);
    await staff.context.close();

    await page.getByRole('button', { name: 'Take the message away' }).click();
    await page.getByText('Nothing is announced').waitFor();
    await other.page.reload();
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await expect.poll(() => other.page.getByText('Sunday from 2:00 am').count()).toBe(0);
    await other.context.close();
    await context.close();
  });
});

describe('a reader', () => {
  it.each([
    ['on a desktop', { width: 1440, height: 900 }],
    ['on a phone', phone],
  ])('watches a figure from its card, finds it among their watches, and stops, %s', async (_, viewport) => {
    // The guide has the company representative's watches.
    const { page, context } = await signedIn(browser, 'providerrep', { viewport, at: '/dashboard?plan=TWR.P0001' });
    await page.getByRole('link', { name: 'Watch Plan SuperScore' }).click();
    await page.getByRole('heading', { level: 1, name: 'My watches' }).waitFor();
    await page.getByLabel('Value', { exact: true }).fill('2.5');
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    const stop = page.getByRole('button', { name: /^Stop watching Plan SuperScore below 2.50/ });
    await stop.waitFor();
    await expectAccessible(page);
    expect(await overflows(page)).toBe(false);
    await page.reload();
    await stop.click();
    await page.getByText('You watch nothing yet').waitFor();
    await context.close();
  });
});

describe('staff single sign-on', () => {
  it('signs staff in at the provider and brings them to the page they wanted', async () => {
    const context = await browser.newContext({ baseURL: inject('portalUrl') });
    const page = await context.newPage();
    await page.goto('/plans');
    await page
      .getByRole('link', { name: 'Staff' })
      .or(page.getByRole('button', { name: 'Staff' }))
      .click();
    await page.getByRole('heading', { name: 'Demo sign-on' }).waitFor();
    await page.getByRole('radio', { name: /Daniel Okafor/ }).check();
    await page.getByLabel('Password of the demo accounts').fill(inject('password'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Plans' }).waitFor();
    await page.getByText('Daniel Okafor').first().waitFor();
    await context.close();
  });
});
