import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { openBrowser } from '../harness/chromium.js';
import { signedIn } from './browser.js';
import { committedPictures, frame, guideSections, section, Walk } from './guide.js';
import { makesPictures } from './makes-pictures.js';

const plan = 'TWR.P0001';
const desk = { width: 1200, height: 800 };
const guide = guideSections();
const walked: string[] = [];

let browser: Browser;
const signedInAs = new Map<string, { page: Page; context: BrowserContext }>();

beforeAll(async () => {
  browser = await openBrowser();
});
afterAll(() => browser.close());

/** The page of a role, signed in once for the whole guide. */
async function pageOf(username: string): Promise<Page> {
  const known = signedInAs.get(username) ?? (await signedIn(browser, username, desk));
  signedInAs.set(username, known);
  await known.page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return known.page;
}

/** A browser of somebody who is not signed in. */
async function stranger(): Promise<Page> {
  const context = await browser.newContext({ baseURL: inject('portalUrl'), viewport: desk, locale: 'en-AU' });
  const page = await context.newPage();
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' });
  return page;
}

const region = (page: Page, name: string | RegExp) => page.getByRole('region', { name, exact: true });
const header = (page: Page): Locator => page.getByRole('heading', { level: 1 });
/** Goes to an address, unless the section before ended there. */
async function open(page: Page, path: string): Promise<void> {
  if (page.url() !== `${inject('portalUrl')}${path}`) await page.goto(path);
}

const filter = (page: Page) => region(page, 'Filter');

/** One section of the guide: what it says in bold is on its screens, and its pictures are the ones made there. */
const chapter = (title: string, walk: (on: Walk) => Promise<void>) => {
  walked.push(title);
  it(title, async () => {
    const on = new Walk();
    await walk(on);
    const { words, pictures } = guide.find((each) => each.title === title) ?? { words: [], pictures: [] };
    // Of the demo data other figures are withheld, and other sentences stand in their place.
    if (!makesPictures) expect(on.missing(words)).toEqual([]);
    expect(on.pictures).toEqual(pictures);
  });
};

describe('the guide names what its reader finds:', () => {
  chapter('Signing in', async (on) => {
    const page = await stranger();
    await page.goto('/login');
    await page.getByLabel('Username or email').fill('consultant');
    await on.shows(page, 'sign-in');
    await page.getByLabel('Password', { exact: true }).fill(inject('password'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Verification code').waitFor();
    await on.reads(page);
    await page.getByRole('button', { name: 'Can’t login?' }).click();
    await page.getByRole('button', { name: 'Submit' }).waitFor();
    await on.reads(page);
    await page.goto('/activate');
    await page.getByRole('button', { name: 'Send activation link' }).waitFor();
    await on.reads(page);
    await page.context().close();
  });

  chapter('Finding your way', async (on) => {
    const page = await pageOf('companyrep');
    await open(page, `/dashboard?plan=${plan}`);
    const menu = page.getByRole('navigation', { name: 'Main' });
    for (const name of ['Super', 'Info']) await menu.getByRole('button', { name }).click();
    await page.getByRole('button', { name: /user menu/ }).click();
    await page.getByRole('dialog', { name: 'User menu' }).waitFor();
    await on.reads(page);
    await page.keyboard.press('Escape');
    await page.goto('/two-step');
    await page.getByRole('button', { name: 'Set up an app' }).waitFor();
    await on.reads(page);
    const admin = await pageOf('admin');
    await admin.goto('/plans');
    await on.reads(admin);
  });

  chapter('Choosing a plan', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/plans');
    await page.getByRole('table').getByRole('link').first().waitFor();
    const rows = page.getByRole('table').first().locator('tbody tr');
    await on.shows(
      page,
      'plans',
      header(page),
      region(page, 'Plans in reach').getByRole('button').first(),
      rows.nth(5),
    );
    await page.goto('/dashboard');
    await page.getByPlaceholder('Enter plan - start typing').waitFor();
    await on.reads(page);
  });

  chapter('The dashboard', async (on) => {
    const page = await pageOf('companyrep');
    await open(page, `/dashboard?plan=${plan}`);
    await page.getByRole('img', { name: /out of 5 stars/ }).waitFor();
    await page.locator('.apexcharts-bar-series').first().waitFor();
    await on.shows(page, 'dashboard', ...frame(page), region(page, 'Plan SuperScore'));
    await on.shows(page, 'fund-fitness', section(page, 'Fund fitness overview'));
  });

  chapter('Reading published figures', async (on) => {
    const page = await pageOf('companyrep');
    await open(page, `/dashboard?plan=${plan}`);
    await page.getByRole('button', { name: 'More about how members are protected' }).click();
    await on.reads(page);
    await page.goto(`/dashboard?plan=${plan}&gender=Female`);
    await filter(page).getByText('Filtered:').waitFor();
    await on.reads(page);
    const admin = await pageOf('admin');
    await admin.goto('/plans');
    // One of the smaller plans, of which less is published.
    await admin.getByRole('table').first().getByRole('link', { name: 'Wattle & Stone Super Plan' }).click();
    await admin.getByRole('img', { name: /out of 5 stars/ }).waitFor();
    await on.shows(admin, 'member-activity', section(admin, 'Member activity'));
  });

  chapter('Choosing what you see', async (on) => {
    const page = await pageOf('companyrep');
    await page.goto(`/super/lifeInsurance?plan=${plan}`);
    await page.getByRole('button', { name: /Since first campaign/ }).click();
    await page.getByRole('option', { name: 'Last year' }).waitFor();
    await on.reads(page);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /Compare/ }).click();
    await page.getByRole('option', { name: 'Previous period' }).waitFor();
    await on.reads(page);
    await page.keyboard.press('Escape');
    await filter(page).getByRole('button', { name: 'Gender' }).click();
    await page.getByRole('checkbox', { name: 'Female' }).press('Space');
    await on.reads(page);
    await page.getByRole('button', { name: 'Apply' }).click();
    await filter(page).getByText('Filtered:').waitFor();
    const back = page.getByRole('main').getByRole('link', { name: 'Dashboard', exact: true });
    await on.shows(page, 'filter', back, filter(page));
  });

  chapter('The five areas', async (on) => {
    const page = await pageOf('companyrep');
    await page.goto(`/super/retirementAdequacy?plan=${plan}`);
    await region(page, 'Projected standard in retirement').waitFor();
    await on.shows(page, 'area');
  });

  chapter('Plan SuperScore', async (on) => {
    const page = await pageOf('companyrep');
    await page.goto(`/super/superScore?plan=${plan}`);
    const flows = region(page, 'How members moved between scores');
    await flows.locator('[aria-label*="member"][tabindex]').first().waitFor();
    await on.shows(page, 'score-movement', flows);
  });

  chapter('Analytics', async (on) => {
    const page = await pageOf('companyrep');
    await page.goto(`/super/analytics/countMembers?dimensions=gender&plan=${plan}`);
    const chart = region(page, 'Members by gender, over time');
    await chart.locator('.apexcharts-bar-series').first().waitFor();
    await on.shows(page, 'analytics', page.getByText('Metric', { exact: true }), chart);
  });

  chapter('What would move the score', async (on) => {
    const page = await pageOf('companyrep');
    await open(page, `/dashboard?plan=${plan}`);
    const list = region(page, 'Actions by expected change');
    await list.getByRole('listitem').first().waitFor();
    await on.shows(page, 'score-actions', section(page, 'What would move the score'));
    await list.getByRole('button', { name: 'Nominate a binding beneficiary' }).click();
    await page.getByRole('dialog').getByText('Campaigns that support it').waitFor();
    await on.reads(page);
    await page.keyboard.press('Escape');
  });

  chapter('Campaigns and their effect', async (on) => {
    const page = await pageOf('companyrep');
    await open(page, `/dashboard?plan=${plan}`);
    await on.reads(page);
    await region(page, 'Latest email campaigns: table').locator('[aria-haspopup=dialog]').last().click();
    const dialog = page.getByRole('dialog');
    await dialog
      .getByText(/percentage points|too small to say|Too early to say|cannot be told/)
      .first()
      .waitFor();
    await on.shows(page, 'campaign-effect', dialog);
    await page.keyboard.press('Escape');
  });

  chapter('Peers', async (on) => {
    const page = await pageOf('companyrep');
    await open(page, `/dashboard?plan=${plan}`);
    await on.reads(page);
  });

  chapter('Watches', async (on) => {
    const page = await pageOf('companyrep');
    await page.goto(`/watches?plan=${plan}&metric=superScore`);
    await page.getByLabel('Value', { exact: true }).fill('2.5');
    await page.getByRole('button', { name: 'Watch', exact: true }).click();
    const stop = page.getByRole('button', { name: /^Stop watching Plan SuperScore below 2.50/ });
    await stop.waitFor();
    await on.reads(page);
    await stop.click();
    await page.getByText('You watch nothing yet').waitFor();
    await open(page, `/dashboard?plan=${plan}`);
    await on.reads(page);
  });

  chapter('Downloads and the PCM report', async (on) => {
    const page = await pageOf('companyrep');
    await open(page, `/dashboard?plan=${plan}`);
    await on.reads(page);
    await page.goto(`/report?plan=${plan}`);
    await page.locator('html[data-page=ready]').waitFor({ state: 'attached' });
    const sheet = region(page, /^Page 1 of 3/);
    await on.shows(page, 'pcm-report', ...frame(page), sheet.getByText(/^Score/).first());
    await page.goto(`/super/superScore?plan=${plan}`);
    await on.reads(page);
  });

  chapter('Exact figures', async (on) => {
    const page = await pageOf('admin');
    await open(page, `/dashboard?plan=${plan}`);
    await page.getByText('Exact', { exact: true }).first().click();
    await page.getByText('Exact figures, staff only').waitFor();
    await on.shows(page, 'exact-view', header(page), filter(page));
    await page.getByText('Employer’s view', { exact: true }).first().click();
    await page.getByRole('button', { name: 'More about how members are protected' }).waitFor();
  });

  chapter('Flyers and news', async (on) => {
    const page = await pageOf('admin');
    await open(page, `/dashboard?plan=${plan}`);
    await on.reads(page);
    await page.getByRole('button', { name: 'Manage flyers' }).click();
    await page.getByRole('dialog').getByText('Plan details flyers').waitFor();
    await on.reads(page);
    await page.keyboard.press('Escape');
  });

  chapter('Completeness', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/plans');
    await region(page, 'Completeness by plan and month').waitFor();
    await on.reads(page);
  });

  chapter('Member events', async (on) => {
    const page = await pageOf('authorisedrep');
    // Wide enough for the form and the timeline side by side.
    await page.setViewportSize({ width: 1320, height: 900 });
    await page.goto('/staff/memberEvents');
    await on.reads(page);
    await page.getByRole('combobox', { name: /^Member/ }).fill('smith');
    await page.getByRole('option').first().click();
    const timeline = page.getByRole('region', { name: /^Timeline of/ });
    await timeline.waitFor();
    await page.getByRole('switch', { name: 'Consultation performed' }).click();
    await page.getByRole('button', { name: 'Submit' }).click();
    await page.getByText('Not processed').first().waitFor();
    await page.getByRole('switch', { name: 'Beneficiary nomination validated' }).click();
    await page.getByLabel('Notes').fill('Spouse, 100%, witnessed form sighted.');
    await on.shows(page, 'member-events', region(page, 'New events'), timeline);
    await page.setViewportSize(desk);
  });

  chapter('Import and export', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/staff/importExport');
    await page.getByText('Drop files here').waitFor();
    await on.reads(page);
    const header = 'providerId,name';
    const files = [
      {
        name: 'right.csv',
        mimeType: 'text/csv',
        buffer: Buffer.from(`${header}\nTALLOWOOD,Tallowood Retirement Pty Ltd`),
      },
      { name: 'wrong.csv', mimeType: 'text/csv', buffer: Buffer.from(`${header}\n,Nobody`) },
    ];
    await page.locator('input[type=file]').setInputFiles(files);
    const right = page.getByRole('listitem', { name: 'right.csv' });
    await right.getByText(/nothing wrong/).waitFor();
    await on.reads(page);
    await right.getByRole('button', { name: 'Remove' }).click();
    await page.getByRole('button', { name: 'Save as CSV' }).waitFor();
    await on.reads(page);
    await page.getByRole('listitem', { name: 'wrong.csv' }).getByRole('button', { name: 'Remove' }).click();
  });

  chapter('Corrections', async (on) => {
    const page = await pageOf('admin');
    await page.goto(`/staff/corrections?plan=${plan}`);
    await region(page, 'Imported months').getByRole('button', { name: 'Withdraw' }).first().waitFor();
    await on.reads(page);
  });

  chapter('Passkeys', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/two-step');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog', { name: 'Add a passkey' }).waitFor();
    await on.reads(page);
    const entrance = await stranger();
    await entrance.goto('/login');
    await entrance.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await on.reads(entrance);
    await entrance.context().close();
  });

  chapter('Security', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/staff/security');
    await page.getByRole('button', { name: 'Edit' }).first().waitFor();
    await page.getByRole('button', { name: 'Save the rule' }).waitFor();
    await on.reads(page);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('menuitem', { name: 'User', exact: true }).waitFor();
    await on.reads(page);
    await page.keyboard.press('Escape');
  });

  chapter('Access tokens', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/staff/access-tokens');
    await page.getByRole('button', { name: 'Register an application' }).waitFor();
    await on.reads(page);
  });

  chapter('Who may see what', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/audit/access');
    await page.getByRole('button', { name: 'Save as CSV' }).waitFor();
    await on.reads(page);
  });

  chapter('OneCentral activity', async (on) => {
    for (const username of ['staff', 'auditor']) {
      const page = await pageOf(username);
      await page.goto('/staff/onecentralActivity');
      await page
        .getByRole('button', { name: /: actions$/ })
        .first()
        .waitFor();
      await on.reads(page);
    }
  });

  chapter('As it stood', async (on) => {
    const page = await pageOf('auditor');
    await page.goto('/audit/as-it-stood');
    await page.getByPlaceholder('Enter plan - start typing').fill('Kestrel');
    await page.getByRole('option').first().click();
    await page
      .getByRole('button', { name: /^Before: Member snapshots imported/ })
      .first()
      .click();
    await on.reads(page);
    await page.getByRole('button', { name: 'Show as it stood' }).click();
    await page.getByRole('button', { name: 'Open the dashboard' }).waitFor({ timeout: 120_000 });
    await page.getByText('Member by member').waitFor();
    await on.reads(page);
    await page.getByRole('button', { name: 'Prove it' }).click();
    await page.getByText('every row equals the view’s').waitFor({ timeout: 120_000 });
    await on.reads(page);
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await page.getByRole('button', { name: 'Return to now' }).waitFor();
    await on.reads(page);
    await page.getByRole('button', { name: 'Return to now' }).click();
    await page.getByRole('button', { name: 'Return to now' }).waitFor({ state: 'detached' });
  });

  chapter('Event history', async (on) => {
    const page = await pageOf('auditor');
    await page.goto('/audit/events?type=MemberRegistered');
    await page.getByRole('link', { name: 'Member registered' }).first().waitFor();
    await on.reads(page);
    await page.getByRole('link', { name: 'Member registered' }).first().click();
    await page.getByRole('button', { name: 'Show personal fields' }).waitFor();
    await region(page, 'Request').getByRole('listitem').nth(1).waitFor();
    await on.reads(page);
  });

  chapter('System health', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/operations/system-health');
    await region(page, 'Checkpoints').waitFor();
    await on.shows(page, 'system-health', header(page), region(page, 'Dead letters'));
  });

  chapter('Dead letters', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/operations/dead-letters');
    await page.getByRole('radio', { name: /^Dropped/ }).waitFor();
    await on.reads(page);
  });

  chapter('Outbox', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/operations/outbox');
    await on.reads(page);
  });

  chapter('Maintenance', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/operations/maintenance');
    await page.getByRole('button', { name: 'Announce' }).waitFor();
    await on.reads(page);
  });
});

describe('the guide', () => {
  it('has no section with words of a screen or a picture that nobody walks through', () => {
    expect(guide.map(({ title }) => title)).toEqual(walked);
  });

  it('has each of its pictures beside it, none besides, and none that is heavy', () => {
    const found = committedPictures();
    expect(found.map(({ name }) => name).sort()).toEqual(guide.flatMap(({ pictures }) => pictures).sort());
    expect(found.filter(({ bytes }) => bytes > 150_000)).toEqual([]);
  });
});
