import type { PlanCorrections } from '@superscope/contracts/corrections';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openBrowser } from '../harness/chromium.js';
import { chooseIn, expectAccessible, settled, signedIn } from './browser.js';

let browser: Browser;
beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(async () => {
  await browser.close();
});

describe('pages of auditors and operators', () => {
  it('are refused to every other role that opens their address', async () => {
    const audit = ['/audit/events', '/audit/as-it-stood'];
    const operations = ['/operations/dead-letters', '/operations/outbox', '/operations/maintenance'];
    const refused = {
      companyrep: [...audit, ...operations],
      staff: [...audit, ...operations, '/staff/pcrTemplates'],
      devops: audit,
    };
    for (const [username, paths] of [...Object.entries(refused), ['auditor', operations] as const]) {
      const { page, context } = await signedIn(browser, username);
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
      }
      await context.close();
    }
  });
});

describe('an Admin', () => {
  it('registers a browser client for an employer or platform', async () => {
    const { page, context } = await signedIn(browser, 'admin');
    await page.goto('/staff/security');
    await settled(page);
    await page.getByRole('button', { name: 'Register', exact: true }).click();
    await page.getByRole('menuitem', { name: 'Browser Client' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Register' }).click();
    for (const message of ['Username is required', 'Domain is required']) await dialog.getByText(message).waitFor();
    await dialog.getByLabel('Username').fill('walked-microsite');
    await dialog.getByLabel('Domain').fill('walked.example.com');
    await dialog.getByRole('combobox', { name: 'Employer or platform' }).fill('T');
    await page.getByRole('listbox').getByRole('option').first().click();
    await page.keyboard.press('Tab');
    await expectAccessible(page);
    await dialog.getByRole('button', { name: 'Register' }).click();
    await page.getByText('walked-microsite is registered', { exact: false }).waitFor();
    await page.getByLabel('Find').fill('walked-microsite');
    await page.getByRole('cell', { name: 'Browser client' }).waitFor();
    await context.close();
  });

  it('erases a member with a reason, after which nobody finds the name', async () => {
    const { page, context } = await signedIn(browser, 'admin');
    // A separate member, because other tests import files that name the fund's members.
    const plan = '/api/plans/TWR.P0001';
    const { companies } = (await (await page.request.get(`${plan}/corrections`)).json()) as PlanCorrections;
    const company = companies[0]!.id.slice('TWR.'.length);
    const member = (name: string, number: string, surname: string) => ({
      name,
      mimeType: 'text/csv',
      buffer: Buffer.from(
        `platformId,memberId,planId,companyId,surname,givenName\nTWR,${number},P0001,${company},${surname},Vera\n`,
      ),
    });
    await page.goto('/staff/importExport');
    await page.getByText('Drop files here').waitFor();
    // A second member, so that the newest registration in the event history is not that of an erased member.
    const files = [member('first.csv', 'V900', 'Vanish'), member('second.csv', 'V901', 'Stay')];
    await page.locator('input[type=file]').setInputFiles(files);
    for (const { name } of files) {
      await page.getByRole('button', { name: `Import ${name}` }).click();
      const row = page.getByRole('listitem', { name, exact: true });
      await row.getByText('members · 1 row: 1 written', { exact: false }).waitFor();
    }
    const found = async () => (await (await page.request.get(`${plan}/members?name=Vanish`)).json()) as unknown[];
    await expect.poll(async () => (await found()).length, { timeout: 20_000 }).toBe(1);

    await page.goto('/staff/corrections?plan=TWR.P0001');
    const card = page.getByRole('region', { name: 'Erase a member' });
    const lookup = card.getByRole('combobox', { name: 'Member' });
    await chooseIn(lookup, 'Vanish', page.getByRole('option', { name: /Vanish/ }));
    await card.getByRole('button', { name: 'Erase' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Nobody can bring them back.', { exact: false }).waitFor();
    await expectAccessible(page);
    await dialog.getByLabel('Reason').fill('asked to be forgotten');
    await dialog.getByRole('button', { name: 'Erase for good' }).click();
    await page.getByText('The member is erased.', { exact: false }).waitFor();
    await expect.poll(async () => (await found()).length, { timeout: 20_000 }).toBe(0);
    await context.close();
  });
});
