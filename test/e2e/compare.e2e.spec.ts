import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { expectAccessible, sharedBrowser, signedIn } from './browser.js';

const browser = await sharedBrowser();

const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const compareWith = async (page: Page, choice: string) => {
  await page.getByRole('button', { name: /Compare/ }).click();
  await page.getByRole('option', { name: choice }).click();
};

describe('a company representative', () => {
  it('compares trends with the year before, on the dashboard, an area and analytics, and shares the address', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', { at: '/dashboard?plan=TWR.P0001&period=months3' });
    await compareWith(page, 'A year before');
    await region(page, 'Members')
      .getByText(/a year before/)
      .waitFor();
    expect(new URL(page.url()).searchParams.get('compare')).toBe('year');
    await expect.poll(() => region(page, 'Members').locator('[data-earlier]').count()).toBeGreaterThan(0);
    await expectAccessible(page);

    await page.getByRole('link', { name: 'Inadequate life insurance', exact: true }).click();
    const trend = region(page, 'Inadequate life insurance, over time');
    await trend.getByText(/a year before \(|A year before \(/).waitFor();
    await trend.getByText('This period', { exact: true }).waitFor();
    await expectAccessible(page);

    await page.goto(`/super/analytics/averageAge?dimensions=${new URL(page.url()).search.replace('?', '&')}`);
    const overTime = region(page, 'Average age, over time');
    await overTime.getByRole('button', { name: 'Show as table' }).click();
    await overTime.getByRole('columnheader', { name: 'A year before' }).waitFor();
    await page.goBack();
    await trend
      .getByText(/year before/)
      .first()
      .waitFor();
    await context.close();
  });

  it('explores campaigns of the whole plan by type', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', {
      at: '/super/analytics/campaignRuns?dimensions=campaignType&plan=TWR.P0001',
    });
    const bars = region(page, 'Campaigns run by campaign type');
    await bars.getByRole('button', { name: 'Show as table' }).click();
    await bars.getByRole('rowheader').first().waitFor();
    await expectAccessible(page);
    await page.goto('/super/analytics/campaignRuns?dimensions=campaignType&plan=TWR.P0001&engaged=1');
    await bars.getByText('Contact requests and campaigns are of the whole plan').waitFor();
    await context.close();
  });

  it('sees that a plan has no peers if its platform has few plans', async () => {
    const { page, context } = await signedIn(browser, 'companyrep');
    await region(page, 'Plan SuperScore')
      .getByText('Fewer than 11 plans of 30 members or more are on its platform')
      .waitFor();
    await context.close();
  });
});

it('the page header holds its controls at every width, with a comparison chosen', async () => {
  for (const width of [390, 1024, 1440]) {
    const { page, context } = await signedIn(browser, 'staff', {
      viewport: { width, height: 900 },
      at: '/super/superScore?plan=TWR.P0001&compare=previous',
    });
    await page.getByRole('button', { name: /Compare: previous period/ }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
    await context.close();
  }
});
