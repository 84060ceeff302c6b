import type { Page } from 'playwright-core';
import { desk, pageOf, plan, region, header, type Chapter } from './guide-walk.js';
import { makesPictures } from './makes-pictures.js';

/** The code of a report that this person has made. */
async function reportCode(page: Page): Promise<string> {
  const { request } = page.context();
  const asked = await request.post(`/api/plans/${plan}/reports/request`, {
    headers: { 'X-Requested-By': 'superscope' },
    multipart: { engagedOnly: 'false' },
  });
  const { workId } = (await asked.json()) as { workId: string };
  for (;;) {
    const results = await request.get(`/api/plans/${plan}/reports/result`);
    const made = ((await results.json()) as { id: string; code: string }[]).find(({ id }) => id === workId);
    if (made !== undefined) return made.code;
    await page.waitForTimeout(500);
  }
}

/** The chapters for auditors and for operations. */
export function auditChapters(chapter: Chapter): void {
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
    await on.shows(page, 'as-it-stood', header(page), region(page, 'View'));
    await page.getByRole('button', { name: 'Open the dashboard' }).click();
    await page.getByRole('button', { name: 'Return to now' }).waitFor();
    await on.shows(page, 'dashboard-as-it-stood');
    await page.getByRole('button', { name: 'Return to now' }).click();
    await page.getByRole('button', { name: 'Return to now' }).waitFor({ state: 'detached' });
  });

  chapter('Check a report', async (on) => {
    const page = await pageOf('auditor');
    await page.goto('/audit/check-report');
    await on.reads(page);
    const code = makesPictures ? await reportCode(await pageOf('staff')) : 'KF3T 9X1B QQ22';
    await page.getByLabel(/^Or its code/).fill(code);
    await page.keyboard.press('Enter');
    const result = region(page, 'What came out');
    await result.waitFor();
    if (makesPictures) await result.getByText('rebuilt from events').waitFor({ timeout: 120_000 });
    await on.shows(page, 'check-a-report', header(page), result);
  });

  chapter('Event history', async (on) => {
    const page = await pageOf('auditor');
    await page.goto('/audit/events?type=MemberRegistered&planId=TWR.P0002');
    await page.getByRole('link', { name: 'Member registered' }).first().waitFor();
    await on.shows(page, 'event-history');
    await page.getByRole('link', { name: 'Member registered' }).first().click();
    await page.getByRole('button', { name: 'Show personal fields' }).waitFor();
    await region(page, 'Request').getByRole('listitem').nth(1).waitFor();
    await on.shows(page, 'event');
  });

  chapter('System health', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/operations/system-health');
    await region(page, 'Checkpoints').waitFor();
    await on.shows(page, 'system-health', header(page), region(page, 'Dead letters'));
  });

  chapter('Speed', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/operations/speed');
    await page.getByRole('slider', { name: 'Moment' }).waitFor();
    await on.reads(page);
  });

  chapter('Alerts', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/operations/alerts');
    // A file of the inbox failed. The checks are looked at each minute.
    await page
      .getByRole('button', { name: /^Acknowledge/ })
      .first()
      .waitFor({ timeout: 120_000 });
    await on.shows(page, 'alerts');
  });

  chapter('Background work', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/report?plan=TWR.P0001');
    await page.getByRole('button', { name: 'Download PDF' }).click();
    await page.getByRole('button', { name: /^Your files/ }).waitFor();
    await page.goto('/operations/background-work?state=done');
    await page
      .getByRole('button', { name: /^Steps and tries of PCM report/ })
      .first()
      .click();
    await on.shows(page, 'background-work');
  });

  chapter('Developer Operations', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/staff/devOps');
    await page.getByText('Live', { exact: true }).waitFor();
    await page.getByRole('treeitem', { name: /Processes/ }).waitFor();
    for (const name of [/Quiet/, /By the clock/, /Engines/, /Processes/, /Leases/]) {
      await page.getByRole('treeitem', { name }).first().focus();
      await page.keyboard.press('ArrowRight');
    }
    await page
      .getByRole('treeitem', { name: /MongoDB/ })
      .first()
      .waitFor();
    await page.setViewportSize({ width: 1440, height: 720 });
    await on.shows(page, 'dev-ops');
    await page.setViewportSize(desk);
  });

  chapter('Dead letters', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/operations/dead-letters');
    await page.getByRole('radio', { name: /^Dropped/ }).waitFor();
    await on.shows(page, 'dead-letters');
  });

  chapter('Outbox', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/operations/outbox');
    await on.shows(page, 'outbox');
  });

  chapter('Stored PDFs', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/operations/stored-pdfs');
    await page.getByText('No stored PDF is refused').waitFor();
    await on.reads(page);
  });
}

/** The chapter about messages of maintenance. */
export function maintenanceChapters(chapter: Chapter): void {
  chapter('Maintenance', async (on) => {
    const page = await pageOf('admin');
    await page.goto('/operations/maintenance');
    await page.getByRole('button', { name: 'Announce' }).waitFor();
    await on.shows(page, 'maintenance');
  });
}
