import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { readBuildStamp } from '@superscope/api/operations/build-stamp';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible, nowhere, sharedBrowser, signedIn } from './browser.js';

const browser = await sharedBrowser();

/** Writes an event of a later schema version. */
async function writeEventOfTomorrow(): Promise<string> {
  const client = EventStoreDBClient.connectionString(inject('eventStoreUrl'));
  const stream = `plan-TWR.${randomUUID().slice(0, 8)}`;
  const event = { type: 'PlanDetailsRevised', data: { planId: stream.slice(5) }, metadata: { schemaVersion: 99 } };
  await client.appendToStream(stream, [jsonEvent(event)]);
  await client.dispose();
  return stream;
}

describe('developer operations', () => {
  it.each([
    ['on a desktop', { width: 1440, height: 900 }],
    ['on a phone', { width: 390, height: 844 }],
  ])('see a dead letter, retry it and drop it, %s', async (_, viewport) => {
    const stream = await writeEventOfTomorrow();
    const { page, context } = await signedIn(browser, 'devops', { viewport });
    await page.getByRole('heading', { name: 'System health' }).waitFor();
    if (viewport.width >= 1024) await page.getByRole('link', { name: 'System health', exact: true }).waitFor();
    // Whether or not the checks have been looked at since.
    await page
      .getByRole('status')
      .filter({ hasText: /dead letters? waits? for somebody|alerts? fires?: / })
      .waitFor();
    await expectAccessible(page);
    await page.getByRole('region', { name: 'Dead letters' }).getByRole('link', { name: 'Open' }).click();

    const entry = page.locator('tr:visible, li:visible').filter({ hasText: stream });
    await entry.getByText(/schema version 99/i).waitFor();
    await expectAccessible(page);
    await entry.getByRole('button', { name: 'Retry Plan details revised' }).click();
    await page.getByText('still cannot be applied', { exact: false }).waitFor();

    await entry.getByRole('button', { name: 'Drop Plan details revised' }).click();
    await page.getByLabel('Reason').fill('not of this release');
    await expectAccessible(page);
    await page.getByRole('dialog').getByRole('button', { name: 'Drop' }).click();
    await page.getByRole('radio', { name: /^Dropped/ }).click();
    await entry.getByText('not of this release', { exact: false }).waitFor();
    const overflows = await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);
    expect(overflows).toBe(false);
    await context.close();
  });

  it.each([
    ['on a desktop', 'devops', { width: 1440, height: 900 }],
    ['on a phone', 'admin', { width: 390, height: 844 }],
  ] as const)('follow what runs, on what, and what complains, %s', async (_, username, viewport) => {
    const { page, context } = await signedIn(browser, username, { viewport, at: '/staff/devOps' });
    await page.getByRole('heading', { name: 'Developer Operations' }).waitFor();
    await page.getByText('Live', { exact: true }).waitFor();
    await expectAccessible(page);
    const containers = page.getByRole('tree', { name: 'Containers' });
    await containers.getByRole('treeitem', { name: /Engines/ }).click();
    await containers.getByRole('treeitem', { name: /MongoDB/ }).waitFor();
    await page.keyboard.press('End');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toMatch(/^Leases/);
    await page.keyboard.press('/');
    await page.keyboard.type('clock');
    const batches = page.getByRole('tree', { name: 'Batch Jobs' });
    await batches
      .getByRole('treeitem', { name: /signed heads/ })
      .first()
      .waitFor();
    await expectAccessible(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth)).toBe(false);
    const download = page.waitForEvent('download');
    await page.getByRole('button', { name: 'Email delivery CSV' }).click();
    expect((await download).suggestedFilename()).toMatch(/^emailDelivery_\d{8}\.csv$/);
    await context.close();
  });

  it.each([
    ['on a desktop', { width: 1440, height: 900 }],
    ['on a phone', { width: 390, height: 844 }],
  ])('take an alert in hand by the keyboard, and give it back, %s', async (_, viewport) => {
    const { page, context } = await signedIn(browser, 'devops', { viewport, at: nowhere });
    // The link of a message: a file of the inbox failed, and the checks are looked at each minute.
    await page.goto('/operations/alerts#alert-inbox-file-failed');
    const acknowledge = page.getByRole('button', { name: 'Acknowledge: Inbox file failed' });
    await acknowledge.waitFor({ timeout: 120_000 });
    await page.locator('#alert-inbox-file-failed').getByText('A file of the inbox failed, or nobody').waitFor();
    await page.getByRole('link', { name: 'Open OneCentral imports' }).waitFor({ state: 'detached' });
    await expectAccessible(page);
    await acknowledge.focus();
    await page.keyboard.press('Enter');
    await page.getByLabel('What you do about it').waitFor();
    await page.keyboard.type('Its sender mends it');
    await expectAccessible(page);
    await page.keyboard.press('Enter');
    await page.getByText('You have Inbox file failed in hand.').waitFor();
    await page.getByText('‘Its sender mends it’').waitFor();
    // The keyboard is where it was, on what undoes it.
    await page.getByRole('button', { name: 'Give back: Inbox file failed' }).waitFor();
    expect(await page.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe(
      'Give back: Inbox file failed',
    );
    await page.keyboard.press('Enter');
    await page.getByText('nobody yet').first().waitFor();
    await context.close();
  });

  it('see to whom alerts go, which an Admin changes and tests', async () => {
    const { page, context } = await signedIn(browser, 'admin', { at: nowhere });
    await page.goto('/operations/alerts');
    await page.getByText('An alert reaches nobody outside this page.').waitFor();
    await page.getByRole('button', { name: 'Add address' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Support');
    await page.getByLabel('Mail address').fill('support@fund.example');
    await page.keyboard.press('Enter');
    await page.getByText('Support hears of alerts from now on.').waitFor();
    await page.getByRole('button', { name: 'Test: Support' }).click();
    const answer = page.getByRole('region', { name: 'Test', exact: true });
    await answer.getByText(/^kept in the outbox: no mail server is set/).waitFor();
    await page.getByRole('region', { name: 'Told lately', exact: true }).getByText('Test', { exact: true }).waitFor();
    await expectAccessible(page);
    const { page: other, context: otherContext } = await signedIn(browser, 'devops', { at: nowhere });
    await other.goto('/operations/alerts');
    await other.getByText('support@fund.example').waitFor();
    expect(await other.getByRole('button', { name: /Test|Remove|Add/ }).count()).toBe(0);
    await otherContext.close();
    await page.getByRole('button', { name: 'Remove Support' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
    await page.getByText('An alert reaches nobody outside this page.').waitFor();
    await context.close();
  });

  it('see the commit of the build that runs, whatever was checked out since', async () => {
    const { page, context } = await signedIn(browser, 'devops', { at: nowhere });
    const info = (await (await page.request.get('/actuator/info')).json()) as { git: { commit: unknown } };
    expect(info.git.commit).toEqual(readBuildStamp().commit);
    await context.close();
  });

  it('are no page of staff', async () => {
    const { page, context } = await signedIn(browser, 'staff', {
      viewport: { width: 1440, height: 900 },
      at: '/staff/devOps',
    });
    await page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
    await context.close();
  });
});
