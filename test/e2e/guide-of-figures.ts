import { inject } from 'vitest';
import { frame, section } from './guide.js';
import { plan, pageOf, stranger, region, header, open, filter, press, type Chapter } from './guide-walk.js';

/** The chapters about signing in and about the figures of a plan. */
export function figureChapters(chapter: Chapter): void {
  chapter('Signing in', async (on) => {
    const page = await stranger();
    await page.goto('/login');
    await page.getByLabel('Username or email').fill('consultant');
    await on.shows(page, 'sign-in');
    await page.getByLabel('Password', { exact: true }).fill(inject('password'));
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByLabel('Verification code').waitFor();
    await on.reads(page);
    await page.getByRole('button', { name: "Can't login?" }).click();
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
    await admin.keyboard.press('Control+k');
    await admin.getByRole('dialog', { name: 'Find' }).waitFor();
    await on.reads(admin);
    await admin.keyboard.press('Escape');
  });

  chapter('Passkeys', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/two-step');
    await page.getByRole('button', { name: 'Add a passkey' }).waitFor();
    await on.shows(page, 'two-step');
    await page.getByRole('button', { name: 'Add a passkey' }).click();
    await page.getByRole('dialog', { name: 'Add a passkey' }).waitFor();
    await on.reads(page);
    const entrance = await stranger();
    await entrance.goto('/login');
    await entrance.getByRole('button', { name: 'Sign in with a passkey' }).waitFor();
    await on.reads(entrance);
    await entrance.context().close();
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
    // A smaller plan, for which less is published.
    await admin.getByRole('table').first().getByRole('link', { name: 'Wattle & Stone Super Plan' }).click();
    await admin.getByRole('img', { name: /out of 5 stars/ }).waitFor();
    await on.shows(admin, 'member-activity', section(admin, 'Member activity'));
  });

  chapter('Plans of several employers', async (on) => {
    const admin = await pageOf('admin');
    await admin.goto('/plans');
    await admin.getByRole('table').first().getByRole('link', { name: 'Bluegum Health Super Plan' }).click();
    await admin.getByRole('img', { name: /out of 5 stars/ }).waitFor();
    await press(admin, 'Filter');
    await filter(admin).getByText('Salaries of several employers: shown for the whole plan').waitFor();
    await on.reads(admin);
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
    await press(page, 'Filter');
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
    // A flow that runs level has no height, which counts as hidden: there is enough.
    await flows.locator('[aria-label*="member"][tabindex]').first().waitFor({ state: 'attached' });
    await on.shows(page, 'score-movement', flows);
  });

  chapter('Analytics', async (on) => {
    const page = await pageOf('companyrep');
    await page.goto(`/super/analytics/countMembers?dimensions=gender&plan=${plan}`);
    const chart = region(page, 'Members by gender, over time');
    await chart.locator('.apexcharts-bar-series').first().waitFor();
    await on.shows(page, 'analytics', page.getByText('Split by', { exact: true }), chart);
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
      .getByText(/percentage points|Too few members|Too early to say|cannot be shown/)
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
    await press(page, 'Downloads');
    await page.getByRole('dialog', { name: 'Downloads' }).waitFor();
    await on.reads(page);
    await page.goto(`/report?plan=${plan}`);
    await page.locator('html[data-page=ready]').waitFor({ state: 'attached' });
    const sheet = region(page, /^Page 1 of 3/);
    await on.shows(page, 'pcm-report', ...frame(page), sheet.getByText(/^Score/).first());
    await page.goto(`/super/superScore?plan=${plan}`);
    await on.reads(page);
  });
}
