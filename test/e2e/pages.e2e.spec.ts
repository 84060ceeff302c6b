import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible, sharedBrowser, signedIn } from './browser.js';

const plan = 'TWR.P0001';
const sections = [
  ['nominatedBeneficiary', 'Nominated beneficiary', 'Members by beneficiary nomination, over time'],
  ['accountBalance', 'Account balance', 'Balances against their peers, by age group'],
  ['lifeInsurance', 'Life insurance', 'Is cover on target?'],
  ['investmentApproach', 'Investment approach', 'Members by risk profile'],
  ['retirementAdequacy', 'Retirement adequacy', 'Projected standard in retirement'],
] as const;

const browser = await sharedBrowser();

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });
const region = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

/** Waits for all figures of a detail page, or their withheld states. */
async function figuresOf(page: Page, chart: string) {
  await region(page, chart).waitFor();
  await region(page, 'Average score').getByText('of 1').waitFor();
  await region(page, 'Campaigns run')
    .getByText(/email|None/)
    .waitFor();
  await expect.poll(() => page.getByRole('status', { name: /^Loading/ }).count(), { timeout: 20_000 }).toBe(0);
}

describe('a company representative', () => {
  it('walks from the dashboard through the pages of the areas, and back', async () => {
    const { page, context } = await signedIn(browser, 'companyrep');
    const refusals: string[] = [];
    page.on('response', (answer) => {
      if (answer.status() >= 400) refusals.push(`${answer.status()} ${answer.url()}`);
    });
    await page.getByRole('link', { name: 'Low account balance', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Account balance' }).waitFor();
    for (const [, name, chart] of sections) {
      await menu(page).getByRole('link', { name }).click();
      await page.getByRole('heading', { level: 1, name }).waitFor();
      await figuresOf(page, chart);
      await expectAccessible(page);
    }
    await page.goBack();
    await page.getByRole('heading', { level: 1, name: 'Investment approach' }).waitFor();
    await page.getByRole('link', { name: 'Dashboard', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Dashboard' }).waitFor();
    // No page requests figures that are not published.
    expect(refusals).toEqual([]);
    await context.close();
  });

  it('prints columns with the letter of each campaign on its ground, and reads the scale of the newest months on a phone', async () => {
    const at = '/super/nominatedBeneficiary';
    const { page, context } = await signedIn(browser, 'companyrep', { at });
    await figuresOf(page, 'Members by beneficiary nomination, over time');
    const letters = page.locator('.apexcharts-xaxis-annotation-label');
    await letters.first().waitFor({ state: 'attached' });
    await page.emulateMedia({ media: 'print' });
    const bare = () =>
      letters.evaluateAll(
        (found) =>
          found.filter((letter) => {
            const [on, under] = [letter, letter.previousElementSibling!].map((each) => each.getBoundingClientRect());
            return (
              on!.left < under!.left || on!.right > under!.right || on!.top < under!.top || on!.bottom > under!.bottom
            );
          }).length,
      );
    const columns = region(page, 'Members by beneficiary nomination, over time').locator('.apexcharts-svg');
    // Paper has other room for them, so the library draws them again, or draws them for it at first.
    await page.setViewportSize({ width: 900, height: 900 });
    const fitPaper = () =>
      columns.evaluate((drawing) => {
        const room = drawing.parentElement?.parentElement?.clientWidth ?? 0;
        return Math.abs(Number(drawing.getAttribute('width')) - room) <= 1;
      });
    await expect.poll(fitPaper).toBe(true);
    await expect.poll(bare).toBe(0);
    expect(await letters.count()).toBeGreaterThan(1);
    await page.emulateMedia({ media: 'screen' });
    await page.setViewportSize({ width: 390, height: 844 });
    for (const chart of await page.getByRole('group', { name: 'Chart, scrolls to earlier months' }).all()) {
      const seen = () =>
        chart.evaluate((frame) => {
          const scale = frame.querySelector('[aria-hidden=true]')!.getBoundingClientRect();
          return {
            fromEnd: Math.round(frame.scrollWidth - frame.scrollLeft - frame.clientWidth),
            scaleFromLeft: Math.round(scale.left - frame.getBoundingClientRect().left),
            hasLevels: frame.querySelectorAll('[aria-hidden=true] text').length > 2,
          };
        });
      await expect.poll(seen).toEqual({ fromEnd: 0, scaleFromLeft: 0, hasLevels: true });
      // It stands still over earlier months.
      await chart.evaluate((frame) => frame.scrollTo({ left: 0 }));
      await expect.poll(async () => (await seen()).scaleFromLeft).toBe(0);
    }
    expect(await page.getByRole('group', { name: 'Chart, scrolls to earlier months' }).count()).toBe(2);
    await context.close();
  });

  it('filters, shares the address, and finds the same figures in another browser', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', { at: '/super/accountBalance' });
    await figuresOf(page, 'Balances against their peers, by age group');
    await page.getByRole('main').getByRole('button', { name: 'Filter', exact: true }).click();
    await region(page, 'Filter').getByRole('button', { name: 'Gender' }).click();
    await page.getByRole('checkbox', { name: 'Female' }).press('Space');
    await page.getByRole('button', { name: 'Apply' }).click();
    const counter = region(page, 'Filter').getByRole('status');
    await expect.poll(() => counter.innerText(), { timeout: 20_000 }).toMatch(/^Filtered:\s[\d,]+\/[\d,]+$/);
    await page.waitForURL(
      (url) => url.searchParams.get('gender') === 'Female' && url.searchParams.get('plan') === plan,
    );
    const concern = region(page, 'Low account balance');
    // Until the filtered figures arrive, the previous ones stay and are dimmed.
    await concern.and(page.locator('[aria-busy="false"]')).waitFor();
    const share = await concern.getByText(/^\d+\.\d%$/).innerText();
    const address = page.url().replace(inject('portalUrl'), '');
    await expectAccessible(page);
    await page.reload();
    await expect.poll(() => counter.innerText(), { timeout: 20_000 }).toMatch(/^Filtered/);
    await context.close();

    const other = await signedIn(browser, 'staff', { at: address });
    await region(other.page, 'Low account balance').getByText(share).waitFor();
    await other.context.close();
  });

  it('gets a message for a plan out of reach, a page of other roles and an unknown page', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', { at: '/dashboard?plan=TWR.P0002' });
    await page.getByText('This plan is out of your reach').waitFor();
    await page.goto('/operations/system-health');
    await page.getByRole('heading', { name: 'This page is not for your role' }).waitFor();
    await page.goto('/super/nothing');
    await page.getByRole('heading', { name: 'There is no such page' }).waitFor();
    await context.close();
  });

  it('reaches the header before the sidebar by keyboard, after the link that skips both', async () => {
    const { page, context } = await signedIn(browser, 'companyrep');
    await page.getByRole('link', { name: 'Low account balance', exact: true }).waitFor();
    const order: string[] = [];
    while (order.at(-1) !== 'NAV' && order.length < 5) {
      await page.keyboard.press('Tab');
      const place = await page.evaluate(() => document.activeElement!.closest('header, nav')?.tagName ?? 'A');
      // The header has a second button for those who had files made.
      if (place !== order.at(-1)) order.push(place);
    }
    expect(order).toEqual(['A', 'HEADER', 'NAV']);
    await context.close();
  });
});
