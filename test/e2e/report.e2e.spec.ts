import { readFile } from 'node:fs/promises';
import { PDFDocument } from '@cantoo/pdf-lib';
import { keptFigures } from '@superscope/contracts/kept-figures';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser } from '../harness/chromium.js';
import { attachedTo } from '../pdf/attached-to.js';
import { drawn } from '../pdf/drawn.js';
import { pageLabels } from '../pdf/page-labels.js';
import { pdfUaProblems } from '../pdf/pdf-ua-rules.js';
import { veraPdfProblems } from '../pdf/vera-pdf.js';
import { reportFigures, type AskEmployer } from '../pdf/report-figures.js';
import { hasText, textOfPages } from '../pdf/text-of.js';
import { chooseIn, expectAccessible, nowhere, signedIn } from './browser.js';
import { sheetsThatOverflow } from './sheets.js';

let browser: Browser;
/** Documents that veraPDF judges once all are made, because its start takes longer than they do. */
const made: Record<string, Buffer> = {};

beforeAll(async () => {
  browser = await openBrowser();
});

afterAll(async () => {
  await browser.close();
});

/** dd/MM/yyyy */
const date = (day: string) => day.split('-').reverse().join('/');

const announced = (page: Page) => page.locator('html[data-page=ready]').waitFor({ state: 'attached' });

/** The number of pages of a PDF, counted by their page objects. */
const pagesOf = (pdf: Buffer) => pdf.toString('latin1').match(/\/Type\s*\/Page\b/g)?.length ?? 0;

describe('the PCM report', () => {
  it('is opened from the menu and downloaded as a PDF of its three pages', async () => {
    const { page, context } = await signedIn(browser, 'companyrep');
    // The address names the plan once the plan is loaded.
    await page.waitForURL(/[?&]plan=/);
    const menu = page.getByRole('navigation', { name: 'Main' });
    await menu.getByRole('button', { name: 'Info' }).click();
    await menu.getByRole('link', { name: 'PCM Report' }).click();
    await page.getByRole('heading', { level: 1, name: 'PCM Report' }).waitFor();
    await announced(page);
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download PDF' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('pcmreport.pdf');
    const pdf = await readFile(await download.path());
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-');
    expect(pagesOf(pdf)).toBe(3);
    await context.close();
  });

  it('waits in Your files if the page is left while it is made', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', { at: '/report?plan=TWR.P0001&period=months3' });
    await announced(page);
    await page.getByRole('button', { name: 'Download PDF' }).click();
    const files = page.getByRole('button', { name: /^Your files/ });
    await files.waitFor();
    await page.goto('/dashboard');
    await page.getByRole('button', { name: /^Your files\s*New/ }).waitFor();
    await files.click();
    const list = page.getByRole('dialog', { name: 'Your files' });
    await expectAccessible(page);
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      list
        .getByRole('button', { name: /^Download PCM report/ })
        .first()
        .click(),
    ]);
    expect(download.suggestedFilename()).toBe('pcmreport.pdf');
    await list.getByText('New', { exact: true }).waitFor({ state: 'detached' });
    await context.close();
  });

  it('fits a phone, and is readable in dark mode', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', {
      viewport: { width: 390, height: 844 },
      at: nowhere,
    });
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.goto('/report');
    await announced(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(page);
    await context.close();
  });

  it('is printed by the browser without the frame of the portal', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', {
      viewport: { width: 688, height: 1016 },
      at: nowhere,
    });
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
    await page.goto('/report');
    await announced(page);
    expect(pagesOf(await page.pdf({ preferCSSPageSize: true }))).toBe(3);
    for (const name of ['Download PDF', 'Info'])
      expect(await page.getByRole('button', { name }).isVisible()).toBe(false);
    // Paper is always light, also when the screen is dark.
    const sheet = page.getByRole('region', { name: /^Page 1 of 3/ });
    expect(await sheet.evaluate((element) => getComputedStyle(element).backgroundColor)).toBe('rgb(255, 255, 255)');
    await context.close();
  });

  it('shows staff the employers’ figures, and is refused to users who may not see the plan', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: '/report?plan=TWR.P0001&engaged=1' });
    await announced(page);
    expect(await page.getByText('Exact', { exact: true }).count()).toBe(0);
    await context.close();
    const operations = await signedIn(browser, 'devops', { at: '/report' });
    await operations.page.getByText(/role/i).first().waitFor();
    const refused = await operations.context.request.post(`${inject('portalUrl')}/pcm/`, {
      headers: { 'X-Requested-By': 'superscope' },
      data: { data: { currentPlan: 'TWR.P0001' } },
    });
    expect(refused.status()).toBe(403);
    await operations.context.close();
  });
});

describe('the Policy Committee Report', () => {
  let report: { pdf: Buffer; code: string } | undefined;

  it('conforms to PDF/UA-1 and carries the figures that it shows, which are the api’s for an employer', async () => {
    const { context } = await signedIn(browser, 'staff', { at: nowhere });
    const url = inject('portalUrl');
    const headers = { 'X-Requested-By': 'superscope' };
    const plan = 'TWR.P0001';
    /** A report that this person has made. */
    const reportMadeBy = async ({ request }: BrowserContext): Promise<Buffer> => {
      const asked = await request.post(`${url}/api/plans/${plan}/reports/request`, {
        headers,
        multipart: { engagedOnly: 'false' },
      });
      expect(asked.status()).toBe(202);
      const { workId } = (await asked.json()) as { workId: string };
      const results = async () => (await request.get(`${url}/api/plans/${plan}/reports/result`)).json();
      await expect
        .poll(results, { timeout: 90_000, interval: 500 })
        .toContainEqual(expect.objectContaining({ id: workId }));
      return (await request.get(`${url}/api/plans/${plan}/reports/result?resultId=${workId}`)).body();
    };
    const pdf = await reportMadeBy(context);
    expect(await pdfUaProblems(pdf)).toEqual([]);
    made['policy committee report'] = pdf;

    const kept = keptFigures.parse(JSON.parse(String((await attachedTo(pdf))['figures.json'])));
    report = { pdf, code: kept.code };
    expect(kept.planId).toBe(plan);
    expect(kept.editions.at(-1)!.month).toBe(kept.end.slice(0, 7));
    const ranking = kept.figures.find(({ question }) => question.name === 'planRanking');
    const now = await context.request.get(`${url}/api/plans/${plan}/ranking`);
    expect(ranking!.answer).toEqual(await now.json());

    const employer = await signedIn(browser, 'companyrep', { at: nowhere });
    const ask: AskEmployer = async (path, body) => {
      const answer =
        body === undefined
          ? await employer.context.request.get(`${url}${path}`)
          : await employer.context.request.post(`${url}${path}`, { headers, data: body });
      expect([path, answer.status()]).toEqual([path, 200]);
      return answer.json();
    };
    const printed = await textOfPages(pdf);
    const titleOf = (text: string) =>
      [...figures.keys()].find((title) => text.includes(`Figures of ${date(kept.end)} ${title} `));
    const figures = await reportFigures(ask, kept);
    const missing: string[] = [];
    const compared = new Set<string>();
    for (const text of printed) {
      const title = titleOf(text);
      if (title === undefined) continue;
      compared.add(title);
      for (const figure of figures.get(title)!) if (!hasText(text, figure)) missing.push(`${title}: ${figure}`);
    }
    expect(missing).toEqual([]);
    // The figures of a page that is left out are not published, or there is none of its rows in the tests' fund.
    expect([...compared]).toEqual(
      expect.arrayContaining(['Dashboard', 'SuperScore', 'Trends', 'ASFA balance', 'Plan ranking']),
    );
    expect(compared.size).toBeGreaterThan(12);
    // A viewer names the pages as they are printed.
    const labels = await pageLabels(pdf);
    expect([labels[0], labels.at(-1)]).toEqual(['Cover', 'Back page']);
    const labelled = Object.fromEntries(printed.map((text, at) => [titleOf(text), labels[at]]));
    expect(labelled).toMatchObject({ Dashboard: 'S1', SuperScore: 'S3', Trends: '5', 'ASFA balance': '7' });
    await employer.context.close();

    // Another report of the same figures is the same, but for the code on its last page.
    const other = await signedIn(browser, 'admin', { at: nowhere });
    const [one, another] = [await drawn(pdf), await drawn(await reportMadeBy(other.context))];
    expect(one.structure.length).toBeGreaterThan(2000);
    expect(another.structure).toEqual(one.structure);
    expect(another.pages.slice(0, -1)).toEqual(one.pages.slice(0, -1));
    await other.context.close();
    await context.close();
    // The report is made in the background, beside all that the other tests have made.
  }, 240_000);

  it('fits on its sheets: nothing is cut off', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: nowhere });
    await page.goto('/policyCommitteeReport?planId=TWR.P0001&disableAnimations=true');
    await announced(page);
    expect(await page.locator('.pcr-page').count()).toBeGreaterThan(12);
    expect(await sheetsThatOverflow(page)).toEqual([]);
    await context.close();
  });

  it('conforms with a page of a PDF in it, which has tags of its own', async () => {
    const { context } = await signedIn(browser, 'admin');
    const { request } = context;
    const url = inject('portalUrl');
    const headers = { 'X-Requested-By': 'superscope' };
    const send = async (path: string, body: object) => {
      const answer = await request.post(`${url}${path}`, { headers, ...body });
      expect([path, answer.status()]).toEqual([path, path.includes('/reports/request') ? 202 : 200]);
      return (await answer.json()) as Record<string, string>;
    };
    const isSeen = (path: string, text: string) =>
      expect
        .poll(async () => (await request.get(`${url}${path}`)).text(), { timeout: 60_000, interval: 500 })
        .toContain(text);
    // A page of the report that was just made: Chromium tagged it and embedded its fonts.
    const source = await PDFDocument.create();
    const [copied] = await source.copyPages(await PDFDocument.load(report!.pdf), [3]);
    source.addPage(copied);
    const file = { name: 'Minutes.pdf', mimeType: 'application/pdf', buffer: Buffer.from(await source.save()) };
    const uploaded = await send('/api/pcr/upload?platformId=TWR', { multipart: { file } });
    expect(uploaded['warning']).toBeNull();
    await isSeen('/api/pcr/upload?platformId=TWR', file.name);
    const [{ id: companyId } = { id: '' }] = (await (
      await request.get(`${url}/api/companies?planId=TWR.P0001&name=`)
    ).json()) as { id: string }[];
    const dashboard = { templatePageNumber: 4, templatePageName: 'DashboardPage', sequence: 1 };
    const minutes = { templatePageNumber: 23, templatePageName: 'PdfSourcePage', sequence: 2 };
    const template = await send('/api/pcr', {
      data: {
        platformId: 'TWR',
        planId: 'TWR.P0001',
        companyId,
        templateName: 'With minutes',
        reportingStartDate: '2020-01-01',
        reportingEndDate: '2030-01-01',
        reportPages: [dashboard, { ...minutes, sourceFilename: file.name, sourcePageNumber: 1 }],
      },
    });
    try {
      await isSeen(`/api/pcr?companyId=${companyId}`, 'With minutes');
      const path = '/api/plans/TWR.P0001/reports';
      const { workId } = await send(`${path}/request`, { multipart: { companyId, engagedOnly: 'false' } });
      const results = async () => (await request.get(`${url}${path}/result?companyId=${companyId}`)).json();
      await expect
        .poll(results, { timeout: 90_000, interval: 500 })
        .toContainEqual(expect.objectContaining({ id: workId, template: 'With minutes' }));
      const pdf = await (await request.get(`${url}${path}/result?resultId=${workId}`)).body();
      expect((await drawn(pdf)).pages.filter((content) => content.includes('/EmbeddedPdfPage'))).toHaveLength(1);
      expect(await pdfUaProblems(pdf)).toEqual([]);
      made['report with an uploaded page'] = pdf;
    } finally {
      // The other tests make the usual report.
      await request.delete(`${url}/api/plans/TWR.P0001/reports/${template['id']}`, { headers });
      await context.close();
    }
  }, 240_000);

  it('is checked by its code by Staff and by its file by an Auditor, and is what the events say', async () => {
    const { pdf, code } = report!;
    const staff = await signedIn(browser, 'staff', { at: '/staff/reporting' });
    await staff.page.getByLabel(/^Or its code/).fill(code.replace(/(.{4})/g, '$1 '));
    await staff.page.keyboard.press('Enter');
    const said = staff.page.getByRole('region', { name: 'What came out' });
    await said.getByText(/^All [\d,]+ figures are what the events of that moment say$/).waitFor({ timeout: 120_000 });
    await expectAccessible(staff.page);
    await staff.context.close();

    const auditor = await signedIn(browser, 'auditor', {
      viewport: { width: 390, height: 844 },
      at: '/audit/check-report',
    });
    const [chooser] = await Promise.all([
      auditor.page.waitForEvent('filechooser'),
      auditor.page.getByRole('button', { name: 'choose it' }).click(),
    ]);
    await chooser.setFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf });
    const found = auditor.page.getByRole('region', { name: 'What came out' });
    await found.getByText('Genuine').waitFor();
    await found.getByText('Unchanged to the last byte').waitFor();
    await found.getByText(/^All [\d,]+ figures/).waitFor({ timeout: 120_000 });
    expect(await auditor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(auditor.page);
    await auditor.context.close();

    const rep = await signedIn(browser, 'companyrep', { at: '/audit/check-report' });
    await rep.page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
    await rep.context.close();
  }, 240_000);
});

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
      await page.getByRole('option').first().waitFor();
      await lookup.press('Enter');
      await page.getByRole('region', { name: 'Cover now' }).waitFor();
      await expectAccessible(page);
      await page.getByRole('group', { name: 'Voluntary cover' }).getByLabel('Death').fill('1500000');
      await page.getByRole('button', { name: 'Run Calculation' }).click();
      await page.getByRole('region', { name: 'Indicative quotation' }).waitFor();
      await page.getByText('Needs the insurer’s consent').waitFor();
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
      expect(pagesOf(pdf)).toBeLessThanOrEqual(2);
      await context.close();
    },
    120_000,
  );
});

describe('the documents of the Reports screen', () => {
  const topics = [
    ['Insurance', 'Insurance advice', 'InsuranceAdvice.pdf', 'Cover and need'],
    ['Investment', 'Investment advice', 'InvestmentAdvice.pdf', 'Growth and target'],
  ] as const;

  const offersOf = (page: Page) => page.getByRole('region', { name: 'Download or open' });
  const chooseMember = async (page: Page) =>
    chooseIn(page.getByRole('combobox', { name: /^Member/ }), 'wil', page.getByRole('option').first());

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
    await chooseMember(page);
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

it('documents that were made conform to PDF/UA-1 by veraPDF too', async () => {
  expect(Object.keys(made)).toHaveLength(5);
  // Null on a machine without Java.
  expect((await veraPdfProblems(made)) ?? []).toEqual([]);
}, 120_000);
