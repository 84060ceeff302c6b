import { readFile } from 'node:fs/promises';
import { shownContent } from '@superscope/contracts/rendering';
import { accessiblePdf } from '@superscope/renderer/pdf/accessible-pdf';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { repository } from '../harness/repository.js';
import { pagesOf } from '../pdf/pages-of.js';
import { pdfUaProblems } from '../pdf/pdf-ua-rules.js';
import { textOfPages } from '../pdf/text-of.js';
import { veraPdfProblems } from '../pdf/vera-pdf.js';
import { chooseIn, expectAccessible, nowhere, sharedBrowser, signedIn } from './browser.js';

const browser = await sharedBrowser();
/** Documents that veraPDF judges once all are made, because its start takes longer than they do. */
const made: Record<string, Buffer> = {};

describe('a comparison of fees', () => {
  it('is run for somebody new, and downloaded as a PDF that conforms to PDF/UA-1', async () => {
    const { page, context } = await signedIn(browser, 'authorisedrep', { at: '/staff/feeComparison' });
    await page.getByRole('radio', { name: 'New member' }).click();
    const today = page.getByRole('group', { name: 'Investment A' });
    const first = page.getByRole('option').first();
    await chooseIn(today.getByRole('combobox', { name: /^Plan/ }), 'kes', first);
    await today.getByRole('textbox', { name: 'Name' }).fill('Ana Case');
    await chooseIn(today.getByRole('combobox', { name: /^Investment/ }), 'bal', first);
    await today.getByRole('textbox', { name: 'Balance' }).fill('50000');
    const other = page.getByRole('group', { name: 'Investment B' });
    await chooseIn(other.getByRole('combobox', { name: /^Platform/ }), 'lan', first);
    await chooseIn(other.getByRole('combobox', { name: /^Investment/ }), 'fix', first);
    await page.getByRole('button', { name: 'Run Comparison' }).click();
    await page.getByRole('region', { name: 'Fees a year' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download report' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('FeeComparison.pdf');
    const pdf = await readFile(await download.path());
    expect(await pdfUaProblems(pdf)).toEqual([]);
    made['comparison of fees'] = pdf;
    expect((await textOfPages(pdf)).join(' ')).toMatch(/general information/i);

    // On a phone the amounts before the limit of small balances stand above those after it, so that the difference is still seen.
    await today.getByRole('textbox', { name: 'Balance' }).fill('2000');
    await page.getByRole('button', { name: 'Run again' }).click();
    const fees = page.getByRole('region', { name: 'Fees a year' });
    await fees.getByText('Together, at most 3 %').first().waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    const hidden = () =>
      fees.getByRole('table').evaluate((table) => table.scrollWidth - table.parentElement!.clientWidth);
    await expect.poll(hidden).toBe(0);
    await context.close();
  }, 120_000);
});

describe('a quotation of insurance', () => {
  it.each([
    ['on a desktop', { width: 1440, height: 900 }],
    ['on a phone', { width: 390, height: 844 }],
  ])(
    'is run for a member, and downloaded as a PDF that conforms to PDF/UA-1, %s',
    async (on, viewport) => {
      const { page, context } = await signedIn(browser, 'authorisedrep', {
        viewport,
        at: '/staff/insuranceCalculation',
      });
      const lookup = page.getByRole('combobox', { name: /^Member/ });
      await lookup.fill('wilson');
      // Nothing is quoted for members who have left.
      await page
        .getByRole('option')
        .filter({ hasNotText: /left \d/ })
        .first()
        .click();
      await page.getByRole('region', { name: 'Cover now' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('group', { name: 'Voluntary cover' }).getByLabel('Death').fill('1500000');
      await page.getByRole('button', { name: 'Run Calculation' }).click();
      await page.getByRole('region', { name: 'Indicative quotation' }).waitFor();
      await page.getByText('Needs the insurer’s consent').waitFor();
      await page.getByRole('region', { name: 'Need, cover and gap' }).waitFor();
      await expectAccessible(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: 'Download report' }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('InsuranceCalculation.pdf');
      const pdf = await readFile(await download.path());
      expect(await pdfUaProblems(pdf)).toEqual([]);
      made[`quotation of insurance ${on}`] = pdf;
      // Two of the quotation, and one of the need.
      expect(pagesOf(pdf)).toBeLessThanOrEqual(3);
      await context.close();
    },
    120_000,
  );
});

describe('a consultation', () => {
  it('is read, filed as an event of the member, and made again from it with the same words', async () => {
    const { page, context } = await signedIn(browser, 'authorisedrep', { at: '/staff/consultation' });
    await page.getByRole('combobox', { name: /^Member/ }).fill('wilson');
    await page
      .getByRole('option')
      .filter({ hasNotText: /left \d/ })
      .first()
      .click();
    const read = page.getByRole('button', { name: 'Read before filing' });
    await expect.poll(() => read.isEnabled()).toBe(true);
    await read.click();
    await page.getByRole('region', { name: 'What it stands on' }).waitFor();
    await expectAccessible(page);
    const saved = async (button: string | RegExp) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: button }).click(),
      ]);
      expect(download.suggestedFilename()).toBe('Consultation.pdf');
      return readFile(await download.path());
    };
    const pdf = await saved('File and download');
    expect(await pdfUaProblems(pdf)).toEqual([]);
    made['consultation'] = pdf;
    await page.getByText(/^Filed for .+, born/).waitFor();
    await page.setViewportSize({ width: 390, height: 844 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
    await expectAccessible(page);
    const again = await saved(/^PDF, consultation of/);
    expect(await textOfPages(again)).toEqual(await textOfPages(pdf));
    await context.close();
  }, 120_000);

  it('that a release before filed, with all its parts, is drawn as a PDF that conforms to PDF/UA-1', async () => {
    const { page, context } = await signedIn(browser, 'authorisedrep', { at: nowhere });
    const stored = `${repository}/apps/web/src/features/consultation/stored-consultation.fixture.json`;
    const content: unknown = JSON.parse(await readFile(stored, 'utf8'));
    const document = {
      content,
      consultationId: '0f6b4f6e-6c2e-4a33-9a0f-0d7b6c1f2a11',
      filedAt: '2026-11-30T01:00:00.000Z',
      filedBy: 'Mei Tran',
      contentSha256: 'a'.repeat(64),
    };
    await page.addInitScript(([name, shown]) => void Object.assign(window, { [name]: shown }), [
      shownContent,
      document,
    ] as const);
    await page.goto('/documents/consultation');
    await page.getByRole('article', { name: 'Consultation' }).waitFor();
    const printed = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
    const { file } = await accessiblePdf(printed, {
      title: 'Consultation',
      madeAt: new Date(0),
      labels: [],
      attached: null,
    });
    expect(await pdfUaProblems(file)).toEqual([]);
    made['consultation with all parts'] = file;
    const words = (await textOfPages(file)).join(' ');
    for (const chapter of [
      'Fees and net benefit',
      'Cover and need',
      'Retirement standard',
      'What was typed',
      'Mei Tran',
    ])
      expect(words).toContain(chapter);
    await context.close();
  }, 120_000);
});

describe('the documents of the Reports screen', () => {
  const topics = [
    ['Insurance', 'Insurance advice', 'InsuranceAdvice.pdf', 'Cover and need'],
    ['Investment', 'Investment advice', 'InvestmentAdvice.pdf', 'Growth and target'],
  ] as const;

  const offersOf = (page: Page) => page.getByRole('region', { name: 'Download or open' });
  const chooseMember = async (page: Page) =>
    chooseIn(page.getByRole('combobox', { name: /^Member/ }), 'wil', page.getByRole('option').first());

  /** The first member found of whom advice is made: about one who has left it is refused. */
  const chooseCurrentMember = async (page: Page) => {
    const lookup = page.getByRole('combobox', { name: /^Member/ });
    for (let at = 0; at < 10; at += 1) {
      await chooseIn(lookup, 'wil', page.getByRole('listbox').getByRole('option').nth(at));
      const refused = page.waitForResponse((answer) => answer.status() === 409).then(() => false);
      const made = page.waitForEvent('download').then(() => true);
      await offersOf(page).getByRole('button', { name: 'Insurance, printed' }).click();
      const isMade = await Promise.race([refused, made]);
      // Whichever never comes ends with the page.
      for (const other of [refused, made]) other.catch(() => undefined);
      if (isMade) return;
    }
    throw new Error('No member of this name is in a plan.');
  };

  it('are a flyer on one page, and advice about a member, as PDFs that conform to PDF/UA-1', async () => {
    const { page, context } = await signedIn(browser, 'authorisedrep', { at: '/staff/reporting' });
    const offers = offersOf(page);
    await expect.poll(() => offers.getByRole('button', { name: 'New Employee Flyer' }).isDisabled()).toBe(true);
    await expect.poll(() => offers.getByRole('button', { name: 'Insurance, printed' }).isDisabled()).toBe(true);
    const employer = page.getByRole('combobox', { name: 'Employer' });
    await chooseIn(employer, 'kes', page.getByRole('option').first());
    const downloaded = async (button: string, name: string | RegExp, mostPages: number) => {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        offers.getByRole('button', { name: button }).click(),
      ]);
      expect(download.suggestedFilename()).toMatch(name);
      const pdf = await readFile(await download.path());
      expect(await pdfUaProblems(pdf)).toEqual([]);
      expect(pagesOf(pdf)).toBeLessThanOrEqual(mostPages);
      return (await textOfPages(pdf)).join(' ');
    };
    const flyer = await downloaded('New Employee Flyer', /^New Employee Flyer, .+\.pdf$/, 1);
    for (const title of ['Welcome to', 'Joining', 'Default cover', 'Default investment', 'Whom to call'])
      expect(flyer).toContain(title);
    await chooseCurrentMember(page);
    for (const [topic, , name] of topics)
      expect(await downloaded(`${topic}, printed`, name, 3)).toContain('General information, not personal advice');
    await context.close();
  }, 120_000);

  it.each([
    ['on a desktop', { width: 1440, height: 900 }],
    ['on a phone', { width: 390, height: 844 }],
  ])('are opened in tabs of their own for the member chosen, %s', async (_, viewport) => {
    const { page, context } = await signedIn(browser, 'authorisedrep', { viewport, at: '/staff/reporting' });
    await chooseMember(page);
    for (const [topic, title, , part] of topics) {
      const [advice] = await Promise.all([
        context.waitForEvent('page'),
        offersOf(page)
          .getByRole('link', { name: new RegExp(`^${topic}`) })
          .click(),
      ]);
      await advice.getByRole('heading', { level: 1, name: title }).waitFor();
      await advice.getByRole('region', { name: part }).waitFor();
      await expectAccessible(advice);
      expect(await advice.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
      await advice.close();
    }
    await context.close();
  });
});

it('documents that were made conform to PDF/UA-1 by veraPDF too', async () => {
  expect(Object.keys(made)).toHaveLength(5);
  // Null on a machine without Java.
  expect((await veraPdfProblems(made)) ?? []).toEqual([]);
}, 120_000);
