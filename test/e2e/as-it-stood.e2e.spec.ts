import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { pdfUaProblems } from '../pdf/pdf-ua-rules.js';
import { textOfPages } from '../pdf/text-of.js';
import { expectAccessible, sharedBrowser, signedIn } from './browser.js';

const browser = await sharedBrowser();

describe('the evidence of a plan as it stood', () => {
  it('is proved and downloaded as a PDF by an Auditor', async () => {
    const { page, context } = await signedIn(browser, 'auditor', { at: '/audit/as-it-stood' });
    await page.getByPlaceholder('Enter plan - start typing').fill('Bilby');
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Show as it stood' }).click();
    await page.getByRole('button', { name: 'Prove it' }).click();
    await page.getByText('every row equals the view’s').waitFor();
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Evidence, PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toMatch(/^evidence .+\.pdf$/);
    const pdf = await readFile(await download.path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    await context.close();
  });
});

describe('the report of a past moment', () => {
  it('is made by an Auditor from a view, and says on every page how it stood', async () => {
    const { page, context } = await signedIn(browser, 'auditor', { at: '/audit/as-it-stood' });
    await page.getByPlaceholder('Enter plan - start typing').fill('Kestrel');
    await page.getByRole('option').first().click();
    await page.getByRole('button', { name: 'Show as it stood' }).click();
    await page.getByRole('button', { name: 'Report of this moment, PDF' }).waitFor({ timeout: 120_000 });
    const [reported] = await Promise.all([
      page.waitForEvent('download', { timeout: 120_000 }),
      page.getByRole('button', { name: 'Report of this moment, PDF' }).click(),
    ]);
    expect(reported.suggestedFilename()).toMatch(/^PolicyCommitteeReport as it stood .+\.pdf$/);
    const report = await readFile(await reported.path());
    expect(await pdfUaProblems(report)).toEqual([]);
    const pages = await textOfPages(report);
    expect(pages.length).toBeGreaterThan(10);
    expect(pages.filter((text) => !text.includes('As it stood on '))).toEqual([]);
    expect(pages.filter((text) => text.includes('Plan ranking'))).toEqual([]);
    await context.close();
  }, 240_000);
});
