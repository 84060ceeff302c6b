import { join } from 'node:path';
import { PDFDocument } from '@cantoo/pdf-lib';
import { keptFigures } from '@superscope/contracts/kept-figures';
import { PortalClient } from '@superscope/local/portal-client';
import type { APIRequestContext, BrowserContext, Page } from 'playwright-core';
import { beforeAll, describe, expect, inject, it } from 'vitest';
import { attachedTo } from '../pdf/attached-to.js';
import { drawn } from '../pdf/drawn.js';
import { bookmarks } from '../pdf/bookmarks.js';
import { names, shaped } from '../pdf/names.js';
import { pageLabels } from '../pdf/page-labels.js';
import { pdfUaProblems } from '../pdf/pdf-ua-rules.js';
import { veraPdfProblems } from '../pdf/vera-pdf.js';
import { reportFigures, type AskEmployer } from '../pdf/report-figures.js';
import { hasText, linesOf, textOfPages } from '../pdf/text-of.js';
import { typedText } from '../pdf/typed-text.js';
import { unwordedFigures } from '../pdf/unworded-figures.js';
import { expectAccessible, nowhere, sharedBrowser, signedIn } from './browser.js';
import { committeeChapters } from './guide-of-staff.js';
import { testGuide } from './guide-walk.js';
import { ownUser } from './own-user.js';
import { announced, sheetsThatOverflow } from './sheets.js';

const browser = await sharedBrowser();
/** Documents that veraPDF judges once all are made, because its start takes longer than they do. */
const made: Record<string, Buffer> = {};

/** dd/MM/yyyy */
const date = (day: string) => day.split('-').reverse().join('/');

const headers = { 'X-Requested-By': 'superscope' };

/** A report about a plan that a person has made. */
async function reportMade(request: APIRequestContext, plan: string): Promise<Buffer> {
  const url = `${inject('portalUrl')}/api/plans/${plan}/reports`;
  const asked = await request.post(`${url}/request`, { headers, multipart: { engagedOnly: 'false' } });
  expect(asked.status()).toBe(202);
  const { workId } = (await asked.json()) as { workId: string };
  const results = async () => (await request.get(`${url}/result`)).json();
  await expect
    .poll(results, { timeout: 90_000, interval: 500 })
    .toContainEqual(expect.objectContaining({ id: workId }));
  return (await request.get(`${url}/result?resultId=${workId}`)).body();
}

/** The figures that the api answers an employer and the pages of a report lack, and the pages that were compared. */
async function comparedWithApi(pdf: Buffer, request: APIRequestContext) {
  const url = inject('portalUrl');
  const ask: AskEmployer = async (path, body) => {
    const answer =
      body === undefined
        ? await request.get(`${url}${path}`)
        : await request.post(`${url}${path}`, { headers, data: body });
    expect([path, answer.status()]).toEqual([path, 200]);
    return answer.json();
  };
  const kept = keptFigures.parse(JSON.parse(String((await attachedTo(pdf))['figures.json'])));
  const figures = await reportFigures(ask, kept);
  const printed = await textOfPages(pdf);
  const titleOf = (text: string) =>
    [...figures.keys()].find((title) => text.includes(`Figures of ${date(kept.end)} ${title} `));
  const missing: string[] = [];
  const compared = new Set<string>();
  for (const text of printed) {
    const title = titleOf(text);
    if (title === undefined) continue;
    compared.add(title);
    for (const figure of figures.get(title)!) if (!hasText(text, figure)) missing.push(`${title}: ${figure}`);
  }
  return { missing, compared, printed, titleOf };
}

// In this file, because a template changes the report of each plan on its platform.
testGuide(committeeChapters);

describe('the Policy Committee Report', () => {
  let report: { pdf: Buffer; code: string } | undefined;

  it('conforms to PDF/UA-1 and carries the figures that it shows, which are the api’s for an employer', async () => {
    const { context } = await signedIn(browser, 'staff', { at: nowhere });
    const url = inject('portalUrl');
    const plan = 'TWR.P0001';
    const reportMadeBy = ({ request }: BrowserContext) => reportMade(request, plan);
    const pdf = await reportMadeBy(context);
    expect(await pdfUaProblems(pdf)).toEqual([]);
    made['policy committee report'] = pdf;

    const kept = keptFigures.parse(JSON.parse(String((await attachedTo(pdf))['figures.json'])));
    report = { pdf, code: kept.code };
    expect(unwordedFigures(kept)).toEqual([]);
    expect(kept.planId).toBe(plan);
    expect(kept.editions.at(-1)!.month).toBe(kept.end.slice(0, 7));
    const ranking = kept.figures.find(({ question }) => question.name === 'planRanking');
    const now = await context.request.get(`${url}/api/plans/${plan}/ranking`);
    expect(ranking!.answer).toEqual(await now.json());

    const employer = await signedIn(browser, 'companyrep', { at: nowhere });
    const { missing, compared, printed, titleOf } = await comparedWithApi(pdf, employer.context.request);
    expect(missing).toEqual([]);
    // The figures of a page that is left out are not published, or there is none of its rows in the tests' fund.
    expect([...compared]).toEqual(
      expect.arrayContaining(['In brief', 'Dashboard', 'SuperScore', 'Trends', 'ASFA balance', 'Plan ranking']),
    );
    expect(compared.size).toBeGreaterThan(12);
    // A viewer names the pages as they are printed.
    const labels = await pageLabels(pdf);
    expect([labels[0], labels.at(-1)]).toEqual(['Cover', 'Back page']);
    const labelled = Object.fromEntries(printed.map((text, at) => [titleOf(text), labels[at]]));
    expect(labelled).toMatchObject({ Dashboard: 'S1', SuperScore: 'S3', Trends: '5', 'ASFA balance': '7' });
    await employer.context.close();

    // Its bookmarks are the titles of its pages, once each, and not the headings of their cards.
    const marks = await bookmarks(pdf);
    const titles = marks.map(({ title }) => title);
    expect(titles).toEqual(
      expect.arrayContaining(['Dashboard', 'SuperScore', 'Trends', 'ASFA balance', 'Plan ranking']),
    );
    expect(titles.length).toBeLessThanOrEqual(printed.length);
    expect(titles.filter((title, at) => title === titles[at - 1])).toEqual([]);
    expect(marks.filter(({ below }) => below > 0)).toEqual([]);

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

  it('of a small plan carries the api’s figures, too', async () => {
    const { context } = await signedIn(browser, 'staff', { at: nowhere });
    const { missing, compared } = await comparedWithApi(
      await reportMade(context.request, 'TWR.P0006'),
      context.request,
    );
    expect(missing).toEqual([]);
    expect([...compared]).toEqual(['The plan at a glance', 'Money', 'Trends']);
    await context.close();
  }, 240_000);

  it('fits on its sheets: nothing is cut off', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: nowhere });
    await page.goto('/policyCommitteeReport?planId=TWR.P0001&disableAnimations=true');
    await announced(page);
    expect(await page.locator('.pcr-page').count()).toBeGreaterThan(12);
    expect(await sheetsThatOverflow(page)).toEqual([]);
    await context.close();
  });

  it('goes on on further sheets where people wrote or named more than one holds, and loses nothing of it', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: nowhere });
    const words = 'The trustee answered in writing; it comes back to the committee in March. '.repeat(8);
    const section = (sequence: number, heading: string, count: number, text = words) => ({
      sequence,
      heading,
      sectionItems: Array.from({ length: count }, (_, at) => ({
        sequence: at + 1,
        text: `${heading} ${at + 1}. ${text}`,
        note: at % 2 === 0 ? 'Source: minutes.' : null,
      })),
    });
    const withSections = (...pageSections: object[]) =>
      page.route('**/reports/template*', async (route) => {
        const answer = (await (await route.fetch()).json()) as object;
        const custom = { id: 'c', templatePageNumber: 5, templatePageName: 'CustomBiSectionPage', heading: 'Minutes' };
        const rest = {
          entered: { by: 'Helen M', role: 'AuthorizedRep', at: '2026-11-17T22:00:00.000Z' },
          source: null,
        };
        const contacts = { id: 'd', templatePageNumber: 3, templatePageName: 'ContactsPage', heading: null };
        const reportPages = [
          { ...custom, ...rest, pageSections, pageResources: [] },
          { ...contacts, entered: null, source: null, pageSections: [], pageResources: [] },
        ];
        await route.fulfill({ json: { ...answer, reportPages } });
      });
    await page.route('**/reports/contacts*', async (route) => {
      const answer = (await (await route.fetch()).json()) as { contacts: object };
      const providerContacts = Array.from({ length: 22 }, (_, at) => ({
        title: `Task ${at + 1}`,
        name: at === 3 ? 'Aurelia-'.repeat(12) : `Case Person${at + 1}.`,
        email: at === 4 ? `${'long'.repeat(20)}@tallowood.example` : null,
        phone: '02 5550 0142',
      }));
      await route.fulfill({ json: { ...answer, contacts: { ...answer.contacts, providerContacts } } });
    });
    await withSections(section(1, 'For decision', 14), section(2, 'For information', 10));
    const address = '/policyCommitteeReport?planId=TWR.P0001&disableAnimations=true';
    await page.goto(address);
    await announced(page);
    expect(await sheetsThatOverflow(page)).toEqual([]);
    const text = await page.locator('.pcr').innerText();
    const found = (what: string, count: number) =>
      Array.from({ length: count }, (_, at) => `${what}${at + 1}.`).filter((each) => text.split(each).length !== 2);
    expect(found('For decision ', 14)).toEqual([]);
    expect(found('For information ', 10)).toEqual([]);
    expect(found('Case Person', 22)).toEqual(['Case Person4.']);
    const minutes = page.getByRole('region', { name: /^Minutes/ });
    const sheets = await minutes.count();
    expect(sheets).toBeGreaterThan(3);
    await minutes
      .first()
      .getByText(/^14 matters ask for a decision and ten are for information, written by Helen M\.$/)
      .waitFor();
    expect(await minutes.getByText(`2 of ${sheets}`).count()).toBe(1);
    expect(await minutes.getByText('Entered by Helen M, authorised representative, 18/11/2026').count()).toBe(sheets);
    const contacts = page.getByRole('region', { name: /^Page 1: Contacts/ });
    expect(await contacts.count()).toBe(2);
    for (const said of ['Dates to keep', 'Not sure whom to ask?']) await contacts.first().getByText(said).waitFor();
    // Every report says what it is, also by a template that leaves that out.
    for (const name of ['Disclaimer', 'Back page']) await page.getByRole('region', { name, exact: true }).waitFor();

    // What no sheet holds is refused, by its page and its words.
    await page.unroute('**/reports/template*');
    await withSections(section(1, 'For decision', 2, 'A line.\n'.repeat(100)));
    await page.goto('about:blank');
    await page.addInitScript(() =>
      document.addEventListener('superscope:page', (event) =>
        document.documentElement.setAttribute('data-said', (event as CustomEvent<{ said: string }>).detail.said),
      ),
    );
    await page.goto(address);
    await page.locator('html[data-page=refused]').waitFor({ state: 'attached' });
    expect(await page.locator('html').getAttribute('data-said')).toMatch(
      /^Minutes does not fit on its sheet: ‘.*’ would stand outside it\.$/,
    );
    await context.close();
  });

  it('has every name in its text as it was typed, in any script', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: nowhere });
    await page.route('**/reports/contacts*', async (route) => {
      const answer = (await (await route.fetch()).json()) as { contacts: object };
      const providerContacts = [...names, ...shaped].map((each, at) => ({
        title: `Task ${at + 1}`,
        name: each,
        email: null,
        phone: '02 5550 0142',
      }));
      await route.fulfill({ json: { ...answer, contacts: { ...answer.contacts, providerContacts } } });
    });
    await page.goto('/policyCommitteeReport?planId=TWR.P0001&disableAnimations=true');
    await announced(page);
    const pdf = await page.pdf({ preferCSSPageSize: true, printBackground: true, tagged: true, outline: true });
    const typed = (await typedText(pdf)).join('\n');
    expect([...names, ...shaped].filter((each) => !typed.includes(each))).toEqual([]);
    const lines = await linesOf(pdf);
    expect(names.filter((each) => !lines.includes(each))).toEqual([]);
    await context.close();
  });

  it('conforms with a page of a PDF in it, which has tags of its own', async () => {
    const { context } = await signedIn(browser, 'admin', { at: nowhere });
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
    await found.getByText('Genuine').waitFor({ timeout: 120_000 });
    await found.getByText('Unchanged to the last byte', { exact: true }).waitFor();
    await found.getByText(/^All [\d,]+ figures/).waitFor({ timeout: 120_000 });
    expect(await auditor.page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
    await expectAccessible(auditor.page);
    await auditor.context.close();

    // A representative is told the same, and nothing of the log.
    const rep = await signedIn(browser, 'companyrep', { at: '/audit/check-report' });
    const [repChooser] = await Promise.all([
      rep.page.waitForEvent('filechooser'),
      rep.page.getByRole('button', { name: 'choose it' }).click(),
    ]);
    await repChooser.setFiles({ name: 'report.pdf', mimeType: 'application/pdf', buffer: pdf });
    await rep.page.getByRole('region', { name: 'What came out' }).getByText('Genuine').waitFor({ timeout: 120_000 });
    expect(await rep.page.getByText(/position/i).count()).toBe(0);
    await rep.context.close();

    const other = await signedIn(browser, 'providerrep', { at: '/audit/check-report' });
    await other.page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
    await other.context.close();
  }, 420_000);
});

// In this file, because a report ranks its plan among all plans, whose figures must not change meanwhile.
describe('an open dashboard', () => {
  let companyRep: string;
  beforeAll(async () => {
    companyRep = await ownUser('CompanyRep', 'TWS.P0007-E1');
  });

  const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

  it('shows figures that change by themselves, and a word on each changed card that fades', async () => {
    const { page, context } = await signedIn(browser, companyRep);
    await region(page, 'Total assets owned').locator('.metric').waitFor();
    await expect.poll(() => page.locator('[aria-busy="true"]').count(), { timeout: 20_000 }).toBe(0);
    const { page: admin, context: other } = await signedIn(browser, 'admin', { at: '/about' });
    const status = await admin.evaluate(async () => {
      const headers = { 'X-Requested-By': 'superscope', 'Content-Type': 'application/json' };
      return (await fetch('/api/plans/TWS.P0007/publish', { method: 'POST', headers, body: '{}' })).status;
    });
    expect(status).toBe(200);
    await page.locator('[data-updated]').first().waitFor({ timeout: 30_000 });
    await expect
      .poll(() => page.locator('p.sr-only[aria-live="polite"]').textContent(), { timeout: 20_000 })
      .toMatch(/^Updated: /);
    await other.close();
    await context.close();
  });

  it('changes by itself when an admin imports the next month', async () => {
    const { page, context } = await signedIn(browser, companyRep);
    await region(page, 'Members').getByText(/\d/).first().waitFor();
    const balancesAsAt = () =>
      page.evaluate(async () => ((await (await fetch('/api/plan')).json()) as { balancesAsAt: string }).balancesAsAt);
    expect(await balancesAsAt()).toBe('2026-08-31');
    const updates = page.waitForResponse((answer) => answer.url().includes('/api/figures') && answer.ok(), {
      timeout: 60_000,
    });
    const admin = new PortalClient(inject('portalUrl'));
    await admin.signIn('admin', inject('password'));
    for (const table of ['members', 'memberSnapshots']) {
      const file = join(inject('nextMonthFiles'), `${table}.TWS.csv`);
      await admin.finishImport(await admin.startImport(table, file, { platformId: 'TWS' }), () => {});
    }
    await updates;
    await expect.poll(balancesAsAt, { timeout: 30_000 }).toBe('2026-09-30');
    await context.close();
  });
});

it('documents that were made conform to PDF/UA-1 by veraPDF too', async () => {
  expect(Object.keys(made)).toHaveLength(2);
  // Null on a machine without Java.
  expect((await veraPdfProblems(made)) ?? []).toEqual([]);
}, 120_000);
