import { describe, expect, it } from 'vitest';
import { salesforceObjects } from '../harness/salesforce-objects.js';
import { SalesforceServer } from '../harness/salesforce-server.js';
import { chooseIn, downloaded, expectAccessible, nowhere, sharedBrowser, signedIn } from './browser.js';
import { startConnectedApi } from './connected-api.js';
import { salesforceChapters } from './guide-of-staff.js';
import { testGuide } from './guide-walk.js';

const browser = await sharedBrowser();

/** A row of a batch that has ended: while one runs, the state of its newest job, such as JobComplete, is in its row. */
const isComplete = /(?<!Job)Complete/;

describe('Staff', () => {
  it('export what changed for Salesforce as files, are refused the same days, and execute them again', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: nowhere });
    // Yesterday is the same day throughout, also when Sydney's midnight passes meanwhile.
    await page.clock.setFixedTime(new Date());
    await page.goto('/staff/salesforceExports');
    await page.getByText('No Salesforce address is set.', { exact: false }).waitFor();
    const begin = async () => {
      await page.getByRole('button', { name: 'New Batch Job' }).click();
      await page.getByRole('radio', { name: /^Yesterday/ }).check();
      await page.getByRole('button', { name: 'Start batch' }).click();
    };
    await begin();
    await page.getByText(/^Batch \d+ is started\.$/).waitFor();
    const batch = page.getByRole('row', { name: isComplete }).first();
    await batch.waitFor();
    await begin();
    await page.getByText(/has exported these days already\. Choose ‘Force new run’/).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: 'Close without saving' }).click();
    await batch.getByRole('checkbox').click();
    await page.getByText('has ended', { exact: false }).waitFor();
    await expectAccessible(page);
    expect(await page.getByRole('button', { name: /^Clean up/ }).count()).toBe(0);
    await page.getByRole('button', { name: 'Retry or re-execute' }).click();
    await expect.poll(() => page.getByRole('button', { name: 'Retry Failed' }).isDisabled()).toBe(true);
    await page.getByRole('button', { name: 'Re-execute', exact: true }).click();
    await page.getByText(/^Batch \d+ is started\.$/).waitFor();

    // Everything that was imported for these tests changed within these days.
    await page.getByRole('button', { name: 'New Batch Job' }).click();
    await page.getByRole('radio', { name: /^Previous month included/ }).check();
    await page.getByRole('switch', { name: /^Force new run/ }).click();
    const begun = page.waitForResponse(
      (response) => response.request().method() === 'POST' && response.status() === 202,
    );
    await page.getByRole('button', { name: 'Start batch' }).click();
    const { batchId } = (await (await begun).json()) as { batchId: number };
    const box = page.getByRole('checkbox', { name: `Batch ${batchId}`, exact: true });
    await page.getByRole('row', { name: isComplete }).filter({ has: box }).waitFor({ timeout: 50_000 });
    await box.click();
    const files = await downloaded(page, () => page.getByRole('button', { name: 'Download Files' }).click());
    expect(files.name).toMatch(new RegExp(`^salesforce_${batchId}_\\d{8}\\.zip$`));
    expect(files.text).toMatch(/^PK[^]*Account-plans\.csv[^]*Contact\.csv/);

    const admin = await signedIn(browser, 'admin', { at: '/staff/salesforceExports?history=true' });
    await admin.page.getByRole('button', { name: /^Clean up/ }).click();
    await admin.page.getByRole('menuitem', { name: 'Failed and complete' }).click();
    const question = admin.page.getByRole('dialog');
    await question.getByText(/leave the list and the history\./).waitFor();
    await question.getByRole('button', { name: 'Clean up' }).click();
    await admin.page.getByText(/^\d+ batches were cleaned up\.$/).waitFor();
    await box.waitFor({ state: 'detached' });
    await Promise.all([admin.context.close(), context.close()]);
  });

  it('stop a batch that Salesforce works through, and send again exactly what it refused', async () => {
    const salesforce = await SalesforceServer.start({ objects: salesforceObjects(), isQuick: true });
    const { organisation, settings } = salesforce;
    const connected = await startConnectedApi(salesforce.environment);
    const { page, context } = await signedIn(browser, 'staff', { at: nowhere });
    try {
      await page.goto(`${connected.url}/staff/salesforceExports`);
      await page.getByText(`to ${settings.url.host}, Bulk API 2.0.`, { exact: false }).waitFor();
      /** The number of the batch that a press begins. */
      const numberOf = async (press: () => Promise<void>) => {
        const begun = page.waitForResponse((response) => response.status() === 202);
        await press();
        const { batchId } = (await (await begun).json()) as { batchId: number };
        await page.getByText(`Batch ${batchId} is started.`, { exact: true }).waitFor();
        return batchId;
      };
      const boxOf = (batchId: number) => page.getByRole('checkbox', { name: `Batch ${batchId}`, exact: true });
      const rowOf = (batchId: number, state: RegExp) =>
        page.getByRole('row', { name: state }).filter({ has: boxOf(batchId) });

      const dialog = page.getByRole('dialog');

      organisation.holds = true;
      await page.getByRole('button', { name: 'New Batch Job' }).click();
      await dialog.getByRole('radio', { name: /^Previous month included/ }).check();
      const option = page.getByRole('option').first();
      await chooseIn(dialog.getByRole('combobox', { name: /^Provider/ }), 'tallowood', option);
      await chooseIn(dialog.getByRole('combobox', { name: /^Employer/ }), 'a', option);
      const stopped = await numberOf(() => dialog.getByRole('button', { name: 'Start batch' }).click());
      await rowOf(stopped, /Started.*In ?Progress/).waitFor();
      await boxOf(stopped).click();
      await expectAccessible(page);
      await page.getByRole('button', { name: 'Stop Selected' }).click();
      await rowOf(stopped, /Stopped.*Aborted/).waitFor();
      await page.getByText(`${stopped} has ended`, { exact: false }).waitFor();
      expect(await page.getByRole('button', { name: 'Stop Selected' }).isDisabled()).toBe(true);

      organisation.holds = false;
      let refused: string | undefined;
      organisation.refuses = (of, row) => {
        if (of !== 'Contact') return null;
        refused ??= row['Superscope_Id__c']!;
        return row['Superscope_Id__c'] === refused
          ? 'FIELD_CUSTOM_VALIDATION_EXCEPTION:Has no owner.:LastName --'
          : null;
      };
      await page.getByRole('button', { name: 'Retry or re-execute' }).click();
      const partly = await numberOf(() => dialog.getByRole('button', { name: 'Re-execute', exact: true }).click());
      await rowOf(partly, /(?<!Job)Complete.*not accepted/).waitFor();
      await boxOf(partly).click();
      const receipts = page.getByRole('region', { name: `Receipts of batch ${partly}` });
      await receipts.getByText('FIELD_CUSTOM_VALIDATION_EXCEPTION', { exact: false }).first().waitFor();
      expect(organisation.record('Contact', refused!)).toBeUndefined();
      organisation.refuses = () => null;
      const rowsBefore = organisation.rowsRun;
      const retry = page.getByRole('button', { name: /^Retry \d+ failed$/ });
      const failed = Number(/\d+/.exec(await retry.innerText())![0]);
      expect(failed).toBeGreaterThan(0);
      await retry.click();
      await dialog.getByText(failed === 1 ? '1 row failed.' : `${failed} rows failed.`, { exact: false }).waitFor();
      await expectAccessible(page);
      const file = dialog.locator('input[type=file]');
      await file.setInputFiles({ name: 'members.txt', mimeType: 'text/plain', buffer: Buffer.from('M1') });
      const rejection = "File: 'members.txt' type: 'text/plain' did not pass: 'text/csv' validation constraint";
      await dialog.getByText(rejection).waitFor();
      const again = await numberOf(() => dialog.getByRole('button', { name: 'Retry Failed' }).click());
      await rowOf(again, isComplete)
        .filter({ hasText: `Retry of ${partly}` })
        .waitFor();
      expect(organisation.record('Contact', refused!)).toBeDefined();
      expect(organisation.rowsRun - rowsBefore).toBe(failed);
    } finally {
      await context.close();
      await connected.stop();
      await salesforce.stop();
    }
  }, 120_000);

  it('compare what Salesforce has, send what is missing, and see that both sides hold the same', async () => {
    const salesforce = await SalesforceServer.start({ objects: salesforceObjects(), isQuick: true });
    const { organisation } = salesforce;
    const connected = await startConnectedApi(salesforce.environment);
    const { page, context } = await signedIn(browser, 'admin', { at: nowhere });
    try {
      await page.goto(`${connected.url}/staff/salesforceExports`);
      const card = page.getByRole('region', { name: 'Compared with Salesforce' });
      await page.getByRole('button', { name: 'New Batch Job' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: /^Previous month included/ }).check();
      await dialog.getByRole('switch', { name: /^Force new run/ }).click();
      const begun = page.waitForResponse((response) => response.status() === 202);
      await dialog.getByRole('button', { name: 'Start batch' }).click();
      const { batchId } = (await (await begun).json()) as { batchId: number };
      const boxOf = (id: number) => page.getByRole('checkbox', { name: `Batch ${id}`, exact: true });
      await page
        .getByRole('row', { name: isComplete })
        .filter({ has: boxOf(batchId) })
        .waitFor({ timeout: 50_000 });

      const compare = card.getByRole('button', { name: 'Compare now' });
      await compare.click();
      await card.getByText('Both sides hold the same').waitFor({ timeout: 50_000 });

      const [contact] = organisation.records.get('Contact')!.values();
      const key = contact!['Superscope_Id__c']!;
      organisation.delete('Contact', key);
      organisation.put('Account', { Superscope_Id__c: 'Somebody & Sons', Name: 'Somebody' });
      await compare.click();
      await card.getByText('1 record missing at Salesforce and 1 extra there').waitFor({ timeout: 50_000 });
      await card.getByRole('button', { name: 'Show the ids that differ' }).click();
      await card.getByText(key).waitFor();
      await expectAccessible(page);
      await card.getByRole('radio', { name: 'Extra 1' }).click();
      await card.getByText('An id that is none of the portal’s').waitFor();
      const file = await downloaded(page, () => card.getByRole('button', { name: 'All ids as CSV' }).click());
      expect(file.name).toMatch(/^salesforce_differences_\d{4}-?\d{2}-?\d{2}\.csv$/);
      expect(file.text).toContain(key);
      expect(file.text).not.toContain('Somebody');
      await card.getByRole('button', { name: 'Send missing' }).click();
      await dialog.getByRole('button', { name: 'Send' }).click();
      await card.getByText(/^Batch \d+ has sent what was missing\./).waitFor({ timeout: 50_000 });
      expect(organisation.record('Contact', key)).toBeDefined();
      for (const [id, { Name }] of organisation.records.get('Account')!)
        if (Name === 'Somebody') organisation.records.get('Account')!.delete(id);
      await compare.click();
      await card.getByText('Both sides hold the same').waitFor({ timeout: 50_000 });
      await card.getByRole('button', { name: 'Other comparisons' }).click();
    } finally {
      await context.close();
      await connected.stop();
      await salesforce.stop();
    }
  }, 240_000);
});

// In this file, because batches of all users are cleaned up together.
testGuide(salesforceChapters);
