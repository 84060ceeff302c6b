import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { sharedBrowser, signedIn } from './browser.js';

const kestrel = 'Kestrel Freight Group Super Plan';
const browser = await sharedBrowser();

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name }).waitFor();
const downloaded = async (page: Page, press: () => Promise<void>) => {
  const [file] = await Promise.all([page.waitForEvent('download'), press()]);
  return file.suggestedFilename();
};

describe('the plans', () => {
  it('are sorted by their score, and open their dashboard', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: '/plans' });
    const table = page.getByRole('table').first();
    await table.getByRole('link', { name: kestrel }).waitFor();
    const header = table.getByRole('columnheader', { name: 'Plan SuperScore' });
    const scores = async () => {
      const cells = await table.locator('tbody tr td:nth-of-type(2)').allInnerTexts();
      return cells.map(Number).filter((score) => !Number.isNaN(score));
    };
    await header.getByRole('button').click();
    await table.locator('th[aria-sort$="cending"]', { hasText: 'Plan SuperScore' }).waitFor();
    const sign = (await header.getAttribute('aria-sort')) === 'ascending' ? 1 : -1;
    const inOrder = (await scores()).sort((a, b) => sign * (a - b));
    expect(inOrder.length).toBeGreaterThan(3);
    expect(inOrder[0]).not.toBe(inOrder.at(-1));
    await expect.poll(scores).toEqual(inOrder);
    await header.getByRole('button').click();
    await expect.poll(scores).toEqual(inOrder.reverse());

    await table.getByRole('link', { name: kestrel }).click();
    await heading(page, 'Dashboard');
    await page.getByText(kestrel).first().waitFor();
    await context.close();
  });

  it('show staff what is imported for each month', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: '/plans' });
    await page.getByRole('heading', { name: 'Completeness' }).waitFor();
    await page.getByRole('columnheader', { name: 'Kept open by' }).waitFor();
    await context.close();
    const auditor = await signedIn(browser, 'auditor', { at: '/plans' });
    await auditor.page.getByRole('link', { name: kestrel }).waitFor();
    expect(await auditor.page.getByRole('heading', { name: 'Completeness' }).count()).toBe(0);
    await auditor.context.close();
  });
});

describe('the SuperScore page', () => {
  it('is reached from the star card, and shows flows by keyboard, as a table and as files', async () => {
    const { page, context } = await signedIn(browser, 'companyrep');
    await page.getByRole('link', { name: 'View details' }).click();
    await heading(page, 'Plan SuperScore');
    const card = page.getByRole('region', { name: 'How members moved between scores', exact: true });
    const flow = card.locator('[aria-label*="member"][tabindex]').first();
    // A flow between equal shares is a horizontal line. Its box has no height, so it counts as hidden.
    await flow.waitFor({ state: 'attached' });
    await flow.focus();
    const said = await flow.getAttribute('aria-label');
    await page.keyboard.press('ArrowDown');
    expect(await page.evaluate(() => document.activeElement!.getAttribute('aria-label'))).not.toBe(said);
    expect(await downloaded(page, () => card.getByRole('button', { name: /CSV|spreadsheet/i }).click())).toMatch(
      /csv$/,
    );
    expect(await downloaded(page, () => card.getByRole('button', { name: /PNG|image/i }).click())).toMatch(/png$/);
    await card.getByRole('button', { name: /table/i }).click();
    await card.getByRole('table').first().waitFor();
    await context.close();
  });
});

describe('Analytics', () => {
  it('draws a metric by two dimensions, keeps them in the address, and saves them as files', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', { at: '/super/analytics' });
    await heading(page, 'Analytics');
    const chart = page.getByRole('region', { name: 'Members by gender, over time' });
    await chart.waitFor();
    await page.getByRole('button', { name: /^And by:/ }).click();
    await page.getByRole('searchbox').fill('old');
    await page.getByRole('option', { name: 'Age group' }).click();
    await page.getByRole('region', { name: 'Members by gender and age group, over time' }).waitFor();
    await page.getByRole('button', { name: /^And by:/ }).click();
    await page.getByRole('option', { name: 'Nothing more' }).click();
    await chart.locator('.apexcharts-bar-series').first().waitFor();
    await page.waitForURL((url) => url.searchParams.has('dimensions'));
    await page.reload();
    await chart.waitFor();
    await chart.getByRole('radio', { name: '%' }).click({ force: true });
    await chart.getByRole('button', { name: /table/i }).click();
    await chart.getByRole('cell', { name: /%/ }).first().waitFor();
    expect(await downloaded(page, () => chart.getByRole('button', { name: /CSV|spreadsheet/i }).click())).toMatch(
      /csv$/,
    );
    await context.close();
  });

  it('chooses by keyboard alone: what is shown, both splits and the period', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', { at: '/super/analytics' });
    await page.getByRole('region', { name: 'Members by gender, over time' }).waitFor();
    const opened = async (name: RegExp, key: string) => {
      await page.getByRole('button', { name }).focus();
      await page.keyboard.press(key);
      await page.waitForFunction(() => document.activeElement?.matches('input[type=search]') === true);
    };
    await opened(/^And by:/, 'Enter');
    await page.keyboard.type('old');
    await page.keyboard.press('Enter');
    await page.getByRole('region', { name: 'Members by gender and age group, over time' }).waitFor();
    await opened(/^Split by:/, 'ArrowDown');
    await page.keyboard.type('where');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: /^Split by: .*state/i }).waitFor();
    await opened(/^Show:/, 'Space');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL(({ pathname }) => !/\/(analytics|members)$/.test(pathname));
    const { search } = new URL(page.url());
    await page.getByRole('button', { name: /, Period$/ }).focus();
    await page.keyboard.press('ArrowDown');
    await page.waitForFunction(() => document.activeElement?.matches('[role=option]') === true);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await page.waitForURL((url) => url.search !== search);
    await context.close();
  });
});
