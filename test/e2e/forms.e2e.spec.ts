import type { BrowserContext, Page, Request } from 'playwright-core';
import { afterAll, describe, expect, it } from 'vitest';
import { nowhere, sharedBrowser, signedIn } from './browser.js';
import { typedForms, type TypedForm } from './forms.js';

const contexts = new Map<string, Promise<BrowserContext>>();

/** A page of a user, who is signed in once for all forms. */
async function pageOf(username: string): Promise<Page> {
  const known =
    contexts.get(username) ?? signedIn(await sharedBrowser(), username, { at: nowhere }).then((it) => it.context);
  contexts.set(username, known);
  return (await known).newPage();
}

/** Goes to a page by the menu, so that the browser's Back leads to another page of the portal. */
async function byMenu(page: Page, path: string): Promise<void> {
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('button').first().waitFor();
  const link = menu.locator(`a[href="${path}"]`).first();
  // It is there while its section is folded, too.
  if ((await link.count()) > 0) await link.evaluate((a: HTMLAnchorElement) => a.click());
  else {
    await page.getByRole('button', { name: /user menu/ }).click();
    await page.getByRole('dialog').locator(`a[href="${path}"]`).click();
  }
  await page.waitForURL((url) => url.pathname === path);
}

/** The form with something typed in it, on a page that was reached from another one. */
async function typed(page: Page, form: TypedForm) {
  await page.goto('/');
  await byMenu(page, form.at);
  await form.open?.(page);
  const field = await form.type(page);
  return { field, text: await field.inputValue() };
}

describe('what is typed', () => {
  afterAll(async () => {
    for (const context of await Promise.all(contexts.values())) await context.close();
  });

  it.each(Object.entries(typedForms))('in %s is not lost', async (_, form) => {
    const page = await pageOf(form.username);
    const { field, text } = await typed(page, form);
    const keeps = async () => expect(await field.inputValue()).toBe(text);
    expect(text).not.toBe('');

    // The browser's Back.
    await page.evaluate(() => history.back());
    const question = page.getByRole('dialog', { name: / not .* yet$/ });
    await question.getByRole('button', { name: /^(Stay|Keep editing)$/ }).click();
    await question.waitFor({ state: 'detached' });
    await keeps();

    // A reload, or a tab that is closed.
    const asking = page.waitForEvent('dialog');
    // Not awaited within the page, which stands still while the browser asks.
    await page.evaluate(() => void setTimeout(() => location.reload()));
    const asked = await asking;
    expect(asked.type()).toBe('beforeunload');
    await asked.dismiss();
    await keeps();

    // A network that is lost: it is said, and sending again is possible.
    const path = `**${form.sends}`;
    const isOurs = (request: Request) => request.method() !== 'GET';
    await page.route(path, (route) => (isOurs(route.request()) ? route.abort('connectionfailed') : route.fallback()));
    await form.submit(page).click();
    await page.getByRole('alert').first().waitFor();
    await expect.poll(() => form.submit(page).isEnabled()).toBe(true);
    await keeps();
    await page.unroute(path);

    // A slow network: who presses twice sends once.
    const sent: Request[] = [];
    let lost: () => void = () => undefined;
    const isLost = new Promise<void>((resolve) => (lost = resolve));
    await page.route(path, async (route) => {
      if (!isOurs(route.request())) return route.fallback();
      sent.push(route.request());
      await isLost;
      return route.abort('connectionfailed');
    });
    await form.submit(page).dblclick();
    await expect.poll(() => sent.length).toBe(1);
    // Some fields cannot be typed in meanwhile.
    if (await field.isEnabled()) await field.press('Control+Enter');
    lost();
    await expect.poll(() => form.submit(page).isEnabled()).toBe(true);
    expect(sent.length).toBe(1);
    await keeps();
    await page.unroute(path);

    // Whoever leaves all the same is not asked by the next page.
    await page.evaluate(() => history.back());
    await question.getByRole('button', { name: /^Leave/ }).click();
    await question.waitFor({ state: 'detached' });
    await page.close();
  });
});
