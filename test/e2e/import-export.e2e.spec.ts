import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { budgetsPage, lumpSumsPage, pdfOf } from '../harness/pdf-file.js';
import { downloaded, expectAccessible, nowhere, settled, sharedBrowser, signedIn } from './browser.js';

const browser = await sharedBrowser();

const csv = (name: string, ...lines: string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from([...lines, ''].join('\r\n')),
});
const snapshots = (name: string, balance: number) =>
  csv(name, 'platformId,planId,memberId,asAt,totalAssetsOwned', `TWR,Z0001,Z900,2026-06-30,${balance}`);
/** A separate plan, so that the corrections here do not affect other tests. The files are not in import order. */
const plan = [
  snapshots('june-first.csv', 1000),
  csv('members.csv', 'platformId,memberId,planId,companyId,surname,givenName', 'TWR,Z900,Z0001,Z-E1,Zanetti,Zoe'),
  csv(
    'campaigns.csv',
    'platformId,campaignId,planId,campaignType,name,runDate',
    'TWR,Z-K1,Z0001,email,Zinnia news,2026-06-01',
  ),
  csv(
    'companies.csv',
    'platformId,companyId,planId,name',
    'TWR,Z-E1,Z0001,Zinnia Nursery',
    'TWR,Z-E2,Z0001,Zinnia Seeds',
  ),
  csv('plans.csv', 'planId,platformId,name,startDate', 'Z0001,TWR,Zinnia Nursery Super Plan,2020-01-01'),
];

async function importPage(page: Page): Promise<void> {
  await page.goto('/staff/importExport');
  await page.getByText('Drop files here').waitFor();
}
const bring = (page: Page, files: ReturnType<typeof csv>[]) => page.locator('input[type=file]').setInputFiles(files);
const fileRow = (page: Page, name: string) => page.getByRole('listitem', { name, exact: true });
describe('Staff', () => {
  it('read the errors of a file by line and column, and save them', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: nowhere });
    await importPage(page);
    await bring(page, [csv('companies.csv', 'companyId,planId,name', 'Z-E9,NOWHERE,Nobody', ',P0001,')]);
    const file = fileRow(page, 'companies.csv');
    await file.getByText('Nothing was imported: there are 3 errors.').waitFor();
    await file.getByRole('cell', { name: /^There is no plan / }).waitFor();
    await expectAccessible(page);
    const saved = await downloaded(page, () => file.getByRole('button', { name: 'Save as CSV' }).click());
    expect(saved.name).toBe('companies-errors.csv');
    expect(saved.text).toMatch(/2,planId,"?There is no plan /);
    await context.close();
  });

  it('drop several files at once, which are imported in the order of their references', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: nowhere });
    await importPage(page);
    await bring(page, plan);
    await fileRow(page, 'plans.csv')
      .getByText(/1 row, nothing wrong/)
      .waitFor();
    await page.getByRole('switch', { name: 'Import without asking' }).click();
    await page.getByText('5 of 5 imported').waitFor();
    await fileRow(page, 'june-first.csv').getByText('Member snapshots (memberSnapshots) · 1 row: 1 written').waitFor();
    await context.close();
  });

  it('leave the page while an import runs, and find it in the history', async () => {
    const { page, context } = await signedIn(browser, 'staff', { viewport: { width: 390, height: 844 }, at: nowhere });
    await importPage(page);
    await bring(page, [snapshots('june-wrong.csv', 999_999)]);
    const accepted = page.waitForResponse((answer) => answer.status() === 202);
    await fileRow(page, 'june-wrong.csv').getByRole('button', { name: 'Import june-wrong.csv' }).click();
    await accepted;
    await importPage(page);
    const line = page
      .getByRole('list', { name: 'History' })
      .getByRole('listitem')
      .filter({ hasText: 'june-wrong.csv' });
    await line.getByText('1 row: 1 written').waitFor();
    await line.getByText('Daniel Okafor', { exact: false }).waitFor();
    await line.getByRole('button', { name: 'june-wrong.csv' }).click();
    await page.getByRole('dialog', { name: 'june-wrong.csv' }).getByText('Zinnia Nursery Super Plan').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await context.close();
  });

  it('mend the refused cells of a file by keyboard, and import it with what is right', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: nowhere });
    await importPage(page);
    const header = 'platformId,memberId,planId,companyId,surname,givenName,gender';
    const row = (number: string, name: string, gender: string) => `TWR,${number},Z0001,Z-E1,Zelenka,${name},${gender}`;
    await bring(page, [
      csv('zinnia.csv', header, row('Z911', 'Zita', 'Femail'), row('Z912', 'Zack', 'Male'), row('Z913', 'Zola', '?')),
    ]);
    await page.getByRole('button', { name: 'Repair zinnia.csv here' }).click();
    await page.getByRole('heading', { name: 'Repair and import', level: 1 }).waitFor();
    await page.getByRole('button', { name: 'Import 1 row' }).waitFor();
    await expectAccessible(page);
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByRole('list', { name: 'Refused cells' }).getByText('Zita Zelenka · Z911').waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    await page.setViewportSize({ width: 1440, height: 900 });
    // Until the table is drawn, its field is still the one of the list.
    await page
      .getByRole('region', { name: 'Refused cells: table' })
      .getByRole('textbox', { name: 'Right value of gender, line 2' })
      .focus();
    await page.keyboard.press('Alt+Enter');
    await page.getByRole('button', { name: 'Import 2 rows' }).waitFor();
    await page.reload();
    await page.getByRole('button', { name: 'Import 2 rows' }).waitFor();
    await page.getByRole('textbox', { name: 'Right value of gender, line 4' }).focus();
    await page.keyboard.press('Alt+S');
    await page.getByText('Skipped', { exact: true }).last().waitFor();
    const rest = await downloaded(page, () => page.getByRole('button', { name: 'Refused rows, CSV' }).click());
    expect(rest.name).toBe('members_refused.csv');
    expect(rest.text).toContain(row('Z913', 'Zola', '?'));
    await page.getByRole('button', { name: 'Import 2 rows' }).click();
    await page.getByText(/^2 rows: 2 written/).waitFor();
    await expectAccessible(page);
    await context.close();
  });

  it('export a table of a plan, and the fields of all tables', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: nowhere });
    await importPage(page);
    const card = page.getByRole('region', { name: 'Export', exact: true });
    await card.getByLabel('Table').selectOption('memberSnapshots');
    await card.getByRole('combobox', { name: 'Plan' }).fill('zinnia');
    await page.getByRole('option', { name: 'Zinnia Nursery Super Plan' }).click();
    const exported = await downloaded(page, () => card.getByRole('button', { name: 'CSV', exact: true }).click());
    expect(exported.name).toMatch(/^memberSnapshots_\d{8}\.csv$/);
    expect(exported.text).toContain('Z900,2026-06-30,,999999.00');
    const fields = await downloaded(page, () => card.getByRole('button', { name: 'Dynamic Fields' }).click());
    expect(fields.name).toMatch(/^dynamicFields_\d{8}\.csv$/);
    expect(fields.text).toContain('memberSnapshots,salary,money,dollars a year,');
    await context.close();
  });

  it('see what a file of investment options would change, and take it for its data date', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: '/staff/investmentOptions' });
    await page.getByText('Choose a platform and a data date first').waitFor();
    await page.getByRole('combobox', { name: /^Platform/ }).fill('tallow');
    await page.getByRole('option', { name: 'Tallowood Retirement' }).click();
    const inUse = page.getByRole('listitem').filter({ hasText: 'in use' });
    const exported = await downloaded(page, () =>
      inUse.getByRole('button', { name: /^Export the options of/ }).click(),
    );
    expect(exported.name).toMatch(/^assets_\d{8}\.csv$/);
    const [, day, month, year] = /_(\d\d)(\d\d)(\d{4})/.exec(exported.name)!;
    await page.getByRole('textbox', { name: /^Data date/ }).fill(`${day}/${month}/${year}`);
    await bring(page, [csv('fewer.csv', 'assetCode,name,growthPercent', 'ZNEW,Zinnia Growth,100')]);
    await page.getByText(`The file replaces the options of ${day}/${month}/${year}.`).waitFor();
    await page.getByRole('cell', { name: 'Removed' }).first().waitFor();
    await page.getByRole('rowheader', { name: 'Zinnia Growth ZNEW' }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Leave as it is' }).click();
    await bring(page, [csv('wrong.csv', 'assetCode,name,growthPercent', 'ZNEW,,120')]);
    await page.getByText('Nothing was imported: there are 2 errors.').waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Remove wrong.csv' }).click();
    const same = { name: 'same.csv', mimeType: 'text/csv', buffer: Buffer.from(exported.text) };
    await bring(page, [same]);
    await page.getByText('The same options, in every column').waitFor();
    await page.getByRole('button', { name: 'Take this file' }).click();
    await page.getByText(/^The file is taken\. (\d+) rows: 0 written, \1 as they were\. 0 events\.$/).waitFor();
    await context.close();
  });

  it('read ASFA figures from two documents, keep what they lack, and save a set from a day to come', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: nowhere });
    await importPage(page);
    await page.getByRole('region', { name: 'ASFA figures' }).getByRole('link', { name: 'Load new figures' }).click();
    const document = (name: string, buffer: Buffer) => ({ name, mimeType: 'application/pdf', buffer });
    const input = page.locator('input[type=file]');
    const read = page.getByRole('list', { name: 'Documents read' });
    await page.getByRole('button', { name: 'Save', exact: true, disabled: true }).waitFor();
    await input.setInputFiles(document('scan.pdf', pdfOf(['scan'])));
    await page.getByText('‘scan.pdf’ holds pictures and no text. Type the figures or find the original.').waitFor();
    await page.getByRole('textbox', { name: /^Address of a PDF/ }).fill('https://files.example.net/a.pdf');
    await page.getByRole('button', { name: 'Load', exact: true }).click();
    await page.getByText('files.example.net is not among the hosts from which figures may be read.').waitFor();
    await input.setInputFiles(document('budgets.pdf', pdfOf([budgetsPage])));
    await read.getByText('4 figures, page 1 of 1').waitFor();
    await input.setInputFiles(document('lump-sums.pdf', pdfOf([[], lumpSumsPage])));
    await read.getByText('4 figures, page 2 of 2').waitFor();
    await page.getByRole('button', { name: /^Lump sums at 67: Comfortable, single, page 2, line 5/ }).click();
    await page.getByRole('img', { name: 'Page 2 with $630,000 marked' }).waitFor();
    await expectAccessible(page);
    // The page scrolls in its card, not with everything else.
    for (const width of [390, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await settled(page);
      expect(await page.evaluate(() => window.document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    }
    for (const figure of ['Single', 'Couple', 'Assets limit, single home owner'])
      await page.getByRole('button', { name: new RegExp(`^Keep .* for Age Pension a year: ${figure}$`) }).click();
    // From a day after the fund's last month, so that no score of other tests changes.
    await page.getByRole('textbox', { name: /^Valid from/ }).fill('01/04/2040');
    await page.getByText('No month of any plan is scored by this set yet.').waitFor();
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('button', { name: 'Save for this day' }).click();
    await page.getByText('The set is saved, and all scores are derived again.').waitFor({ timeout: 50_000 });
    await page.getByRole('button', { name: /^Sets saved before/ }).click();
    await page.getByRole('dialog').getByRole('heading', { name: '01/04/2040' }).waitFor();
    await context.close();
  });

  it('watch over the files that OneCentral leaves: what a status allows, and a deletion that is asked again', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: '/staff/onecentralImports' });
    const files = page.getByRole('region', { name: 'Files', exact: true });
    const wrong = files.getByRole('row', { name: /campaigns_202609\.csv/ });
    // The wrong file is tried three times, which takes minutes.
    await wrong.getByText(/^(Pending|Failed)$/).waitFor({ timeout: 50_000 });
    await wrong.getByText(/One error; none of the file was taken\./).waitFor({ timeout: 50_000 });
    await wrong.getByRole('radio').click();
    await page
      .getByRole('region', { name: 'Errors: table' })
      .getByRole('cell', { name: /^There is no plan NOWHERE/ })
      .waitFor();
    await expectAccessible(page);
    const queued = page.waitForResponse((response) => response.url().endsWith('/imports/queue'));
    await files.getByRole('button', { name: 'Queue' }).click();
    expect((await queued).status()).toBe(200);
    // It is wrong again, but not for the third time.
    await wrong.getByText(/One error; none of the file was taken\. It is tried again at /).waitFor({ timeout: 50_000 });
    await wrong.getByText(/^Pending$/).waitFor();
    const numbers = files.getByRole('row', { name: /providers_202609\.csv/ });
    await numbers.getByText(/^Failed$/).waitFor({ timeout: 50_000 });
    const exceptions = await downloaded(page, () => page.getByRole('button', { name: 'Exceptions Xlsx' }).click());
    expect(exceptions.name).toMatch(/^OneCentralExceptions - \d{8}\.xlsx$/);
    expect(exceptions.text.slice(0, 2)).toBe('PK');
    await numbers.getByText(/^Exported$/).waitFor();
    await files.getByRole('radio', { name: 'Select Kestrel list.csv' }).click();
    await files.getByText('Unknown: cannot be queued').waitFor();
    await expect.poll(() => files.getByRole('button', { name: 'Queue' }).isDisabled()).toBe(true);
    const kept = await downloaded(page, () => files.getByRole('button', { name: 'Download File' }).click());
    expect(kept).toEqual({ name: 'Kestrel list.csv', text: 'Pay No,Name\r\n2,Someone\r\n' });
    await files.getByRole('button', { name: 'Delete' }).click();
    await files
      .getByText('The file goes from the list, and from the inbox if it was read. Its errors stay in the log.')
      .waitFor();
    await expectAccessible(page);
    await files.getByRole('button', { name: 'Delete file' }).click();
    await files.getByRole('row', { name: /Kestrel list\.csv/ }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('cannot correct, and people of employers can neither import nor correct', async () => {
    const refused = {
      staff: ['/staff/corrections'],
      companyrep: ['/staff/importExport', '/staff/corrections'],
      authorisedrep: [
        '/staff/investmentOptions',
        '/staff/asfaFigures',
        '/staff/onecentralImports',
        '/staff/salesforceExports',
      ],
    };
    for (const [username, paths] of Object.entries(refused)) {
      const { page, context } = await signedIn(browser, username, { at: nowhere });
      for (const path of paths) {
        await page.goto(path);
        await page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
      }
      await context.close();
    }
  });
});

describe('An Admin', () => {
  it('withdraws a wrong month, and puts plan, employer, campaign and member right', async () => {
    const { page, context } = await signedIn(browser, 'admin', { at: '/staff/corrections' });
    await page.getByRole('region', { name: 'Plan to correct' }).getByRole('combobox').fill('zinnia');
    await page.getByRole('option', { name: 'Zinnia Nursery Super Plan' }).click();
    await settled(page);
    await expectAccessible(page);
    const confirm = async (button: string, day?: string) => {
      const dialog = page.getByRole('dialog');
      if (day !== undefined) await dialog.getByRole('textbox').fill(day);
      await dialog.getByRole('button', { name: button }).click();
      await dialog.waitFor({ state: 'detached' });
    };

    const months = page.getByRole('region', { name: 'Imported months', exact: true });
    await months.getByText('june-wrong.csv, 1 row').waitFor();
    await months.getByRole('button', { name: 'Withdraw member snapshots of June 2026' }).click();
    await page.getByRole('dialog').getByText('Those of june-first.csv count again.', { exact: false }).waitFor();
    await expectAccessible(page);
    await confirm('Withdraw');
    await page.getByText('Member snapshots of June 2026 are withdrawn.', { exact: false }).waitFor();
    await months.getByText('june-first.csv, 1 row').waitFor();

    await page.getByRole('button', { name: 'Deactivate Zinnia Seeds' }).click();
    await confirm('Deactivate', '01/07/2026');
    await page.getByRole('region', { name: 'Employers' }).getByText('Inactive').waitFor();
    await page.getByRole('button', { name: 'Cancel Zinnia news of 01/06/2026' }).click();
    await confirm('Cancel the campaign');
    await page.getByRole('region', { name: 'Campaigns' }).getByText('Cancelled').waitFor();

    const move = page.getByRole('region', { name: 'Move a member' });
    await move.getByRole('combobox', { name: 'Member' }).fill('zan');
    await page.getByRole('option', { name: /Zanetti, Zoe/ }).click();
    await move.getByLabel('Employer').selectOption({ label: 'Zinnia Seeds' });
    await move.getByRole('button', { name: 'Move' }).click();
    await confirm('Move', '01/07/2026');
    await page.getByText(/^Zoe Zanetti, \S+.* is moved to Zinnia Nursery Super Plan\.$/).waitFor();

    await page.getByRole('button', { name: 'Close the plan' }).click();
    await confirm('Close the plan', '01/07/2026');
    await page.getByText('Closed from 01/07/2026 on.', { exact: false }).waitFor();
    await page.getByRole('button', { name: 'Reopen the plan' }).click();
    await confirm('Reopen');
    await page.getByText('It is open.', { exact: false }).waitFor();
    await context.close();
  });
});
