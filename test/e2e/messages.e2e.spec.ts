import type { Template, TemplatePage } from '@superscope/contracts/report-templates';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { nowhere, settled, sharedBrowser, signedIn } from './browser.js';

const browser = await sharedBrowser();

async function stranger(): Promise<Page> {
  const context = await browser.newContext({ baseURL: inject('portalUrl'), locale: 'en-AU' });
  return context.newPage();
}

/** Answers requests to a path instead of the server. */
const answers = (page: Page, path: string, status: number, body: object = {}) =>
  page.route(`**${path}*`, (route) => route.fulfill({ status, json: body }));

async function submitSignIn(page: Page): Promise<void> {
  await page.getByLabel(/username or e-?mail/i).fill('companyrep');
  await page.getByLabel('Password', { exact: true }).fill('a-password');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
}

const said = (page: Page, text: string | RegExp) => page.getByText(text).first().waitFor();

const mainOf = (page: Page) => page.getByRole('main');

describe('messages before sign-in', () => {
  it('says why a sign-in failed, and asks for the required code', async () => {
    const page = await stranger();
    const refusals = [
      [500, {}, 'The server is currently down for routine maintenance, please try again soon'],
      [401, { message: 'Username or password is not correct' }, 'Username or password is not correct'],
      [418, {}, 'Unable to login'],
    ] as const;
    await page.goto('/login');
    for (const [status, body, text] of refusals) {
      await page.route('**/api/authentication', (route) =>
        route.request().method() === 'POST' ? route.fulfill({ status, json: body }) : route.fallback(),
      );
      await submitSignIn(page);
      await said(page, text);
    }
    const code = { message: 'Enter the code that we sent you', mfaRequired: true, method: 'app' };
    await page.route('**/api/authentication', (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 401, json: code }) : route.fallback(),
    );
    await submitSignIn(page);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await said(page, 'Verification code is required');
    await page.context().close();
  });

  it('shows the failure of a single sign-on once, as plain text', async () => {
    const page = await stranger();
    const url = inject('portalUrl');
    await page.context().addCookies([{ name: 'AUTH-ERROR', value: encodeURIComponent('No <b>context</b>'), url }]);
    await page.goto('/login');
    await said(page, 'No <b>context</b>');
    await page.reload();
    await page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect(await page.getByText('No <b>context</b>').count()).toBe(0);
    await page.context().close();
  });

  it('sends reset links, refuses invalid addresses, and says when a link is invalid', async () => {
    const page = await stranger();
    await page.goto('/login');
    await page.getByRole('button', { name: "Can't login?" }).click();
    await page.getByLabel('Email').fill('nobody');
    await page.getByRole('button', { name: 'Submit' }).click();
    await said(page, 'Invalid email address');
    await page.getByLabel('Email').fill('nobody@demo.example');
    await page.getByRole('button', { name: 'Submit' }).click();
    await said(page, 'Password reset link sent successfully');
    await page.goto('/reset-password?token=of-nobody');
    await said(page, 'The password reset link is invalid, please request a new one.');

    await answers(page, '/api/authentication/validateToken', 200);
    await answers(page, '/api/authentication/passwordReset', 400);
    await page.goto('/reset-password?token=of-somebody');
    await page.getByLabel('New password', { exact: true }).fill('with space');
    await said(page, 'Password can not contain any white space');
    await page.getByLabel('New password', { exact: true }).fill('tram-5-Lemon-kite');
    await page.getByLabel('Retype new password', { exact: true }).fill('tram');
    await said(page, "New password doesn't match");
    await page.getByLabel('Retype new password', { exact: true }).fill('tram-5-Lemon-kite');
    await page.getByRole('button', { name: 'Set password' }).click();
    await said(page, 'Unable to reset password');
    await page.context().close();
  });

  it('says that the portal will be back if the server is down', async () => {
    const page = await stranger();
    await answers(page, '/api/authentication', 503);
    await page.goto('/dashboard');
    await page.getByRole('heading', { name: "We'll be back soon!" }).waitFor();
    await page.context().close();
  });
});

describe('messages on a page', () => {
  it('says what is wrong with a new password, and that it could not be changed', async () => {
    const { page, context } = await signedIn(browser, 'companyrep');
    await answers(page, '/api/authentication/passwordUpdate', 400);
    await page
      .getByRole('button', { name: /account|Dana|Representative|menu/i })
      .last()
      .click();
    await page.getByText('Change password').first().click();
    const form = page.getByRole('form', { name: 'Change password' });
    await form.getByLabel('New password', { exact: true }).fill('a space');
    await said(page, 'Password can not contain any whit space');
    await form.getByLabel('New password', { exact: true }).fill('tram-5-Lemon-kite');
    await form.getByLabel('Retype new password', { exact: true }).fill('tram-5-Lemon-kite');
    await form.getByRole('button', { name: 'Change' }).click();
    await said(page, 'All fields must be completed');
    await form.getByLabel('Old password', { exact: true }).fill('whatever');
    await form.getByRole('button', { name: 'Change' }).click();
    await said(page, 'Unable to change password');
    await page.unroute('**/api/authentication/passwordUpdate*');
    await answers(page, '/api/authentication/passwordUpdate', 204);
    await form.getByRole('button', { name: 'Change' }).click();
    await said(page, 'Password changed successfully');
    await context.close();
  });

  it('says what did not load, and shows it once it does', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', { at: nowhere });
    await answers(page, '/api/figures', 500);
    await page.goto('/super/superScore');
    await mainOf(page)
      .getByText(/did not load$/)
      .first()
      .waitFor();
    await page.unroute('**/api/figures*');
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page.reload();
    await settled(page);
    expect(
      await mainOf(page)
        .getByText(/did not load/)
        .count(),
    ).toBe(0);
    await context.close();
  });

  it('says at its field what a template of reports lacks, and why a file is not taken', async () => {
    const { page, context } = await signedIn(browser, 'admin', { at: nowhere });
    const section = { id: 's1', templateSectionName: 'What we did', sequence: 1, heading: null, sectionItems: [] };
    const custom: TemplatePage = {
      id: 'p1',
      templatePageNumber: 22,
      templatePageName: 'CustomBiSectionPage',
      sequence: 1,
      heading: null,
      sourceFilename: null,
      sourcePageNumber: null,
      pageSections: [section],
    };
    const template: Template = {
      revision: 0,
      id: 'employer-TWR.NONE',
      platformId: 'TWR',
      planId: 'TWR.P0001',
      companyId: 'TWR.NONE',
      serves: 'An employer',
      templateName: 'Annual',
      reportingStartDate: '2025-01-01',
      reportingEndDate: '2027-01-01',
      reportPages: [custom],
    };
    await page.route(/\/api\/pcr\?/, (route) => route.fulfill({ json: [template] }));
    const saved = (part: string) => page.getByRole('button', { name: `Save ${part}` }).click();
    const address = '/staff/pcrTemplates?platform=TWR';
    await page.goto(`${address}&at=employer-TWR.NONE/p1/s1/new`);
    await saved('item');
    await said(page, 'Text is required');
    await page.goto(`${address}&at=employer-TWR.NONE/p1/new`);
    await saved('section');
    await said(page, 'Name is required');
    await page.goto(`${address}&at=employer-TWR.NONE/new`);
    await saved('page');
    await said(page, 'Page template is required');
    await page.getByRole('combobox', { name: /^Page template/ }).selectOption('Page of a PDF');
    await saved('page');
    await said(page, 'Pdf filename is required');
    await said(page, 'Source page must be greater than 0');
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      page.getByRole('button', { name: 'choose', exact: true }).click(),
    ]);
    await chooser.setFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Notes') });
    await said(page, "File: 'notes.txt' type: 'text/plain' did not pass: '.pdf' validation constraint");
    await page.getByRole('button', { name: 'New template', exact: true }).click();
    await page.getByRole('button', { name: 'Leave without saving' }).click();
    await page.getByRole('textbox', { name: /^Template/ }).fill('');
    await saved('template');
    await said(page, 'Template is required');
    await context.close();
  });

  it.each(['/dashboard', '/super/superScore', '/super/analytics', '/super/lifeInsurance'])(
    'says if a filter leaves nobody, with a link to remove it: %s',
    async (path) => {
      const { page, context } = await signedIn(browser, 'staff', { at: '/about' });
      const view = JSON.stringify({ exact: true, engaged: false, period: null, filters: {} });
      await page.evaluate((text) => {
        sessionStorage.setItem('view', text);
        sessionStorage.setItem('currentPlan', JSON.stringify({ id: 'TWR.P0001', name: 'Kept' }));
      }, view);
      await page.goto(`${path}?plan=TWR.P0001&gender=Female&ageGroup=65%2B&salaryGroup=%3E%24250k&addressState=NT`);
      await said(page, 'Filter selection returned no members');
      await mainOf(page).getByRole('button', { name: 'Clear all' }).last().click();
      await settled(page);
      await expect.poll(() => page.getByText('Filter selection returned no members').count()).toBe(0);
      await context.close();
    },
  );
});
