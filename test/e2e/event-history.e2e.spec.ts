import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, settled, sharedBrowser, signedIn } from './browser.js';

const browser = await sharedBrowser();

/** The first listed event, in the table or, on a phone, in its card. */
const firstEvent = (page: Page, name: string) => page.getByRole('link', { name, exact: true }).first();

describe('an Auditor', () => {
  it('finds an event, follows it to its request, and sees personal fields when asking for them', async () => {
    const { page, context } = await signedIn(browser, 'auditor', { at: '/audit/events?planId=TWR.P0002' });
    await settled(page);
    await page.getByLabel('Type of event').selectOption({ label: 'Member registered (MemberRegistered)' });
    await page.getByRole('button', { name: 'Search' }).click();
    await page.waitForURL(/type=MemberRegistered/);
    await firstEvent(page, 'Member registered').waitFor();
    await expectAccessible(page);
    await firstEvent(page, 'Member registered').click();
    const surname = page.getByRole('row', { name: /Personal › Surname/ });
    await surname.getByRole('cell', { name: 'Hidden' }).waitFor();
    await page.getByText('(this event)', { exact: false }).waitFor();
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Show personal fields' }).click();
    await surname.getByRole('cell', { name: 'Hidden' }).waitFor({ state: 'detached' });
    await page.getByText('that you look at them was recorded', { exact: false }).waitFor();
    await page.getByRole('link', { name: 'As it stood then' }).click();
    await page.getByRole('heading', { level: 1, name: 'As it stood' }).waitFor();
    await expect.poll(() => page.getByRole('combobox', { name: 'Plan' }).inputValue()).not.toBe('');
    await context.close();
  });

  it('saves the events found, with their correct digest', async () => {
    const { page, context } = await signedIn(browser, 'auditor', { at: '/audit/events?type=PlanRegistered' });
    await firstEvent(page, 'Plan registered').waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save as JSON lines' }).click(),
    ]);
    const lines = readFileSync(await download.path(), 'utf8')
      .split('\n')
      .slice(0, -1);
    const rows = lines.slice(1, -1).map((line) => `${line}\n`);
    expect(JSON.parse(lines[0]!)).toMatchObject({ filter: { type: 'PlanRegistered' } });
    expect(JSON.parse(lines.at(-1)!)).toEqual({
      rows: rows.length,
      sha256: createHash('sha256').update(rows.join('')).digest('hex'),
    });
    expect(rows.length).toBeGreaterThan(0);
    await context.close();
  });
});
