import type { BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { expectAccessible, nowhere, sharedBrowser, signedIn, signIn } from './browser.js';

const phone = { width: 390, height: 844 };
const wide = { width: 1440, height: 900 };
const kestrel = 'Kestrel Freight Group Super Plan';

const browser = await sharedBrowser();

/** Somebody who has signed in on the sign-in page. */
async function entered(username: string) {
  const context = await browser.newContext({ baseURL: inject('portalUrl'), viewport: wide, locale: 'en-AU' });
  const page = await context.newPage();
  await signIn(page, username);
  await page.waitForURL((url) => url.pathname !== '/login');
  return { page, context };
}

const choosePlan = async (page: Page, typed: string, name: string) => {
  await page.getByPlaceholder('Enter plan - start typing').fill(typed);
  await page.getByRole('option', { name }).click();
};

/** The figure of a trend card, once it is loaded. */
const memberCount = async (page: Page): Promise<string> => {
  const card = page.getByRole('region', { name: 'Members', exact: true });
  await card.getByText(/\d/).first().waitFor();
  return (await card.innerText()).replace(/\s+/g, ' ');
};

describe('signing in as', () => {
  it('a company representative shows their plan at once', async () => {
    const { page, context } = await entered('companyrep');
    await page.getByText(kestrel).first().waitFor();
    await page.getByRole('main').getByText('Plan SuperScore').first().waitFor();
    await page
      .getByRole('img', { name: /out of 5 stars/ })
      .first()
      .waitFor();
    expect(await page.getByRole('button', { name: /choose another plan/ }).count()).toBe(0);
    await context.close();
  });

  it.each(['providerrep', 'authorisedrep', 'staff', 'admin', 'auditor'])('%s asks which plan', async (username) => {
    const { page, context } = await entered(username);
    await page.getByText('Please select a plan').first().waitFor();
    await choosePlan(page, 'kest', kestrel);
    await page
      .getByRole('img', { name: /out of 5 stars/ })
      .first()
      .waitFor();
    await context.close();
  });

  it('developer operations shows no figures', async () => {
    const { page, context } = await entered('devops');
    const answers = await page.evaluate(async () =>
      Promise.all(
        ['/api/plan?name=', '/api/planSuperScore?planId=TWR.P0001'].map(async (path) => (await fetch(path)).status),
      ),
    );
    expect(answers).toEqual([403, 403]);
    await context.close();
  });

  it('a user with a wrong password is refused with a message', async () => {
    const page = await browser.newPage();
    await page.goto(`${inject('portalUrl')}/login`);
    await page.getByLabel(/username or e-?mail/i).fill('somebody');
    await page.getByLabel('Password', { exact: true }).fill('wrong');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.getByRole('alert').getByText('Username or password is not correct').waitFor();
    await page.close();
  });
});

describe('a company representative', () => {
  it.each([
    ['a desktop', wide],
    ['a phone', phone],
  ])('sees what got worse in one look, on %s, and by which groups with one press', async (_, viewport) => {
    const { page, context } = await signedIn(browser, 'companyrep', { viewport });
    const card = page.getByRole('region', { name: 'What changed', exact: true });
    const first = card.getByRole('listitem').first();
    await first.waitFor();
    // Nothing was scrolled or pressed.
    const { y, height } = (await first.boundingBox())!;
    expect(y + height).toBeLessThanOrEqual(viewport.height);
    const kinds = (await card.getByRole('listitem').allInnerTexts()).map((text) => text.trim());
    expect(kinds[0]).toMatch(/^Worse/);
    // Worst first: whatever got better comes after it.
    const isBetter = kinds.map((text) => text.startsWith('Better'));
    expect(isBetter).toEqual(isBetter.toSorted((a, b) => Number(a) - Number(b)));
    await first.getByRole('link').click();
    await page.waitForURL((url) => url.pathname !== '/' && url.pathname !== '/dashboard');
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    await context.close();
  });

  it('gets 403 for another plan on every path that returns figures', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', { at: '/about' });
    const statuses = await page.evaluate(async () => {
      const other = 'TWR.P0002';
      const query = (planId: string) =>
        JSON.stringify({
          measures: ['MemberSnapshot.countMembers'],
          filters: [{ member: 'Member.planId', operator: 'equals', values: [planId] }],
        });
      const ask = async (path: string, init?: RequestInit) => (await fetch(path, init)).status;
      const post = (path: string, body: string) =>
        ask(path, {
          method: 'POST',
          body,
          headers: { 'Content-Type': 'application/json', 'X-Requested-By': 'superscope' },
        });
      return {
        plan: await ask(`/api/plan/${other}`),
        score: await ask(`/api/planSuperScore?planId=${other}`),
        load: await ask(`/cubejs-api/v1/load?query=${encodeURIComponent(query(other))}`),
        loadByPost: await post('/cubejs-api/v1/load', `{"query":${query(other)}}`),
        subscribe: await ask(`/cubejs-api/v1/subscribe?query=${encodeURIComponent(query(other))}`),
        dryRun: await ask(`/cubejs-api/v1/dry-run?query=${encodeURIComponent(query(other))}`),
        export: await ask(`/api/csv/members/export?planId=P0002`),
        tables: await ask(`/api/csv/tables`),
        import: await post('/api/csv/import?table=plans', '{}'),
        own: await ask(`/cubejs-api/v1/load?query=${encodeURIComponent(query('TWR.P0001'))}`),
      };
    });
    const { own, ...others } = statuses;
    expect(own).toBe(200);
    expect(others).toEqual(Object.fromEntries(Object.keys(others).map((path) => [path, 403])));
    await context.close();
  });
});

describe('a staff user', () => {
  it('chooses a plan by keyboard, narrows to engaged members, and changes the period', async () => {
    const { page, context } = await signedIn(browser, 'staff');
    const picker = page.getByPlaceholder('Enter plan - start typing');
    await picker.fill('kest');
    await page.getByRole('option', { name: kestrel }).waitFor();
    await picker.press('ArrowDown');
    await picker.press('Enter');
    const everybody = await memberCount(page);
    expect(everybody).toMatch(/\d/);
    await page.getByRole('switch', { name: 'Engaged' }).press('Space');
    await expect.poll(() => memberCount(page), { timeout: 30_000 }).not.toBe(everybody);
    await page.getByRole('button', { name: /since first campaign/i }).click();
    await page.getByRole('option', { name: /3 months/i }).click();
    await page.getByRole('button', { name: /3 months/i }).waitFor();
    await context.close();
  });
});

describe('every screen', () => {
  // One browser context for all widths, because the first page of a context loads the whole client.
  let context: BrowserContext;
  let page: Page;
  beforeAll(async () => {
    ({ context, page } = await signedIn(browser, 'companyrep', { at: nowhere }));
  });
  afterAll(() => context.close());

  it('can be used with assistive technology', async () => {
    const page = await browser.newPage();
    await page.goto(`${inject('portalUrl')}/login`);
    await page.getByRole('button', { name: 'Sign in', exact: true }).waitFor();
    await expectAccessible(page);
    await page.close();
    for (const viewport of [wide, phone]) {
      const { page: dashboard, context } = await signedIn(browser, 'companyrep', { viewport });
      await dashboard
        .getByRole('img', { name: /out of 5 stars/ })
        .first()
        .waitFor();
      await expectAccessible(dashboard);
      const overflow = await dashboard.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await context.close();
    }
  });

  it.each([320, 390, 640, 768, 1024, 1280, 1440])(
    'stays within %i pixels, and its figures within their cards',
    async (width) => {
      await page.setViewportSize({ width, height: 900 });
      await page.goto('/');
      await page.getByRole('heading', { name: /^Member activity/ }).waitFor();
      // Phones fold what can wait.
      const folded = page.locator('main h2 > button[aria-expanded="false"]');
      while ((await folded.count()) > 0) await folded.first().click();
      await page
        .getByRole('group', { name: 'Insurance indicator completed' })
        .getByText(/%|<11|not published/)
        .first()
        .waitFor();
      await page.locator('.apexcharts-bar-series').first().waitFor();
      const outside = await page.evaluate(() => {
        const sideways = document.documentElement.scrollWidth > window.innerWidth ? ['the page'] : [];
        // Tables scroll, and the chart library has its own layout.
        const apart = '.overflow-x-auto, svg, .sr-only, .apexcharts-canvas';
        const out = [...document.querySelectorAll<HTMLElement>('main .card *')].filter((element) => {
          if (element.closest(apart) || element.querySelector('.apexcharts-canvas')) return false;
          const card = element.closest('.card')!;
          const edge = card.getBoundingClientRect().right - parseFloat(getComputedStyle(card).paddingRight);
          return element.innerText.trim() !== '' && element.getBoundingClientRect().right > edge + 1;
        });
        return [...sideways, ...out.map((element) => `${element.className}: ${element.innerText}`)];
      });
      expect(outside).toEqual([]);
    },
  );

  it('reserves the place of loading cards on a phone, so that figures do not jump', async () => {
    const { page, context } = await signedIn(browser, 'companyrep', { viewport: phone });
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/figures', async (route) => {
      await released;
      await route.continue();
    });
    await page.reload();
    const score = page.getByRole('region', { name: 'Plan SuperScore' });
    const members = page.getByRole('region', { name: 'Members', exact: true });
    await members.and(page.locator('[aria-busy="true"]')).waitFor();
    const place = async () => (await score.boundingBox())?.y;
    const reserved = await place();
    release();
    await members.getByText(/\d/).first().waitFor();
    expect(await place()).toBe(reserved);
    await context.close();
  });
});
