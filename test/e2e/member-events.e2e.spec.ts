import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { PlanCorrections } from '@superscope/contracts/corrections';
import type { FoundMember, MemberEvent } from '@superscope/contracts/member-events';
import { PortalClient } from '@superscope/local/portal-client';
import type { Page } from 'playwright-core';
import { describe, expect, inject, it } from 'vitest';
import { expectAccessible, nowhere, sharedBrowser, signedIn } from './browser.js';

const browser = await sharedBrowser();

const path = '/staff/memberEvents';
const timeline = (page: Page) => page.getByRole('region', { name: /^Timeline of/ });
const toggle = (page: Page, name: string) => page.getByRole('switch', { name }).click();
const overflows = (page: Page) => page.evaluate(() => document.documentElement.scrollWidth > window.innerWidth);

/** Opens the screen by its menu, and chooses a member by typing and Enter. */
async function choose(page: Page, name: string, nth: number): Promise<void> {
  await page.goto(path);
  const lookup = page.getByRole('combobox', { name: /^Member/ });
  await lookup.fill(name);
  await page.getByRole('option').first().waitFor();
  for (let i = 0; i < nth; i += 1) await lookup.press('ArrowDown');
  await lookup.press('Enter');
  await timeline(page).waitFor();
}

/** Two members of one name, of an employer whose members other tests do not list. */
async function importNamesakes(born: readonly string[]): Promise<void> {
  const admin = new PortalClient(inject('portalUrl'));
  await admin.signIn('admin', inject('password'));
  const { companies } = (await (await admin.request('/api/plans/TWR.P0006/corrections')).json()) as PlanCorrections;
  const company = companies[0]!.id.slice('TWR.'.length);
  const folder = mkdtempSync(join(tmpdir(), 'namesakes-'));
  const file = join(folder, 'namesakes.csv');
  const rows = born.map((day, n) => `TWR,V95${n},P0006,${company},Marchetti,Ananya Lucia,${day}\n`);
  writeFileSync(file, `platformId,memberId,planId,companyId,surname,givenName,dateOfBirth\n${rows.join('')}`);
  await admin.finishImport(await admin.startImport('members', file), () => undefined);
  rmSync(folder, { recursive: true });
  const found = async () => (await (await admin.request(`/api/members?name=${namesakes}`)).json()) as FoundMember[];
  await expect.poll(async () => (await found()).length, { timeout: 30_000 }).toBe(2);
}

/** Others of the fund have this surname, and none has both names. */
const namesakes = 'ananya marchetti';

describe('member events', () => {
  it.each([
    ['on a desktop', { width: 1440, height: 900 }, 0],
    ['on a phone', { width: 390, height: 844 }, 1],
  ])(
    'are recorded by a consultant, appear in the timeline at once, and are withdrawn, %s',
    async (_, viewport, nth) => {
      const { page, context } = await signedIn(browser, 'authorisedrep', { viewport, at: nowhere });
      await choose(page, 'wilson', nth);
      await expect.poll(() => page.getByLabel(/^Consultant/).inputValue()).toBe('authorisedrep');
      const submit = page.getByRole('button', { name: 'Submit', exact: true });
      await toggle(page, 'Consolidation verified');
      await page.getByText('Outcome is required').waitFor();
      await expect.poll(() => submit.isDisabled()).toBe(true);
      await expectAccessible(page);
      await page.getByLabel(/^Outcome/).selectOption('No other super');
      await page.getByLabel('Notes').fill('Seen in the e2e walk');
      await toggle(page, 'Consultation performed');
      await page.getByText('2 events ready').waitFor();
      // A double click is one submission.
      await submit.dblclick();
      await page.getByText('2 events recorded').waitFor();
      const unprocessed = timeline(page).getByRole('listitem').filter({ hasText: 'Not processed' });
      await unprocessed.filter({ hasText: 'Outcome: no other super. Seen in the e2e walk' }).waitFor();
      await expect.poll(() => unprocessed.count()).toBe(2);
      await expectAccessible(page);
      expect(await overflows(page)).toBe(false);

      await page.getByRole('button', { name: 'Withdraw Consultation performed' }).click();
      await expectAccessible(page);
      await page.getByRole('dialog').getByRole('button', { name: 'Withdraw' }).click();
      await unprocessed.filter({ hasText: 'Consultation performed' }).waitFor({ state: 'detached' });
      await expect.poll(() => unprocessed.count()).toBe(1);

      await page.getByRole('button', { name: 'Reset' }).click();
      await page
        .getByRole('region', { name: 'Recorded today' })
        .getByText(/recorded by you today/)
        .waitFor();
      await expect.poll(() => page.getByLabel(/^Consultant/).inputValue()).toBe('authorisedrep');
      await context.close();
    },
  );

  it('are dated by typing or from a calendar, which ends today', async () => {
    const { page, context } = await signedIn(browser, 'staff', { at: path });
    await expect.poll(() => page.getByLabel(/^Consultant/).inputValue()).toBe('');
    const date = page.getByRole('textbox', { name: /^Event date/ });
    const today = await date.inputValue();
    await date.fill('26/11/2099');
    await page.getByText('The date cannot be in the future').waitFor();
    // A date that does not exist stays as it was typed.
    await date.fill('');
    await date.pressSequentially('31/02/2026');
    await date.press('Tab');
    await page.getByText('31/02/2026 is not a date').waitFor();
    await expect.poll(() => date.inputValue()).toBe('31/02/2026');
    await expectAccessible(page);
    await page.getByRole('button', { name: 'Reset' }).click();
    await expect.poll(() => date.inputValue()).toBe(today);
    await page.getByRole('button', { name: /calendar/i }).click();
    const dialog = page.getByRole('dialog');
    await dialog.waitFor();
    await expectAccessible(page);
    await expect.poll(() => dialog.getByRole('button', { name: 'Next' }).first().isDisabled()).toBe(true);
    await context.close();
  });

  it('are recorded a second time only after a question', async () => {
    const { page, context } = await signedIn(browser, 'authorisedrep', {
      viewport: { width: 390, height: 844 },
      at: nowhere,
    });
    await choose(page, 'wilson', 2);
    const consultations = timeline(page).getByRole('listitem').filter({ hasText: 'Insurance advice implemented' });
    const before = await consultations.count();
    const record = async () => {
      await toggle(page, 'Insurance advice implemented');
      await page.getByRole('button', { name: 'Submit', exact: true }).click();
    };
    await record();
    await page.getByText('1 event recorded').waitFor();
    await record();
    const question = page.getByRole('group', { name: /^Already recorded at \d\d:\d\d by / });
    await question.waitFor();
    await expectAccessible(page);
    expect(await overflows(page)).toBe(false);
    // The first button has the focus and records nothing: it goes on to the next member.
    await page.keyboard.press('Enter');
    await question.waitFor({ state: 'detached' });
    await choose(page, 'wilson', 2);
    await consultations.nth(before).waitFor();
    await expect.poll(() => consultations.count()).toBe(before + 1);
    await record();
    await question.getByRole('button', { name: 'Record again' }).click();
    await page.getByText('1 event recorded').waitFor();
    await consultations.nth(before + 1).waitFor();
    await expect.poll(() => consultations.count()).toBe(before + 2);
    await context.close();
  });

  it('are recorded for the right one of two people of one name in at most 15 strokes', async () => {
    const born = ['1984-03-14', '1991-11-02'];
    await importNamesakes(born);
    const { page, context } = await signedIn(browser, 'authorisedrep', { at: path });
    const lookup = page.getByRole('combobox', { name: /^Member/ });
    await expect.poll(() => page.getByLabel(/^Consultant/).inputValue()).toBe('authorisedrep');
    await expect.poll(() => lookup.evaluate((field) => field === document.activeElement)).toBe(true);
    let strokes = 0;
    const press = async (key: string) => {
      strokes += 1;
      await page.keyboard.press(key);
    };
    const marked = page.locator('[role=option][data-focused], [role=option][aria-selected=true]');
    for (const key of 'ananya m') await press(key === ' ' ? 'Space' : key);
    await expect.poll(() => page.getByRole('option', { name: /Marchetti/ }).count()).toBe(2);
    const isRight = async () => (await marked.allInnerTexts()).some((text) => text.includes('14/03/1984'));
    for (let n = 0; n < 2 && !(await isRight()); n += 1) await press('ArrowDown');
    await press('Enter');
    await page.getByText('born 14/03/1984').first().waitFor();
    await press('Alt+4');
    await page.getByText('1 event ready').waitFor();
    await press('Control+Enter');
    await page.getByText(/^1 event recorded/).waitFor();
    await page
      .getByText(/Marchetti.*born 14\/03\/1984/)
      .first()
      .waitFor();
    expect(strokes).toBeLessThanOrEqual(15);
    const found = (await (await page.request.get(`/api/members?name=${namesakes}`)).json()) as FoundMember[];
    const recorded = await Promise.all(
      born.map(async (birthDate) => {
        const { id } = found.find((one) => one.birthDate === birthDate)!;
        return ((await (await page.request.get(`/api/members/${id}/events`)).json()) as MemberEvent[]).length;
      }),
    );
    expect(recorded).toEqual([1, 0]);
    await context.close();
  });

  it.each(['companyrep', 'providerrep', 'auditor'])('are not for a %s', async (username) => {
    const { page, context } = await signedIn(browser, username);
    await page.getByRole('navigation', { name: 'Main' }).getByRole('button').first().waitFor();
    expect(await page.getByRole('link', { name: 'Member events' }).count()).toBe(0);
    await page.goto(path);
    await page.getByRole('heading', { level: 1 }).first().waitFor();
    expect(await page.getByRole('combobox', { name: /^Member/ }).count()).toBe(0);
    const answer = await page.request.get(`${inject('portalUrl')}/api/members/events`);
    expect(answer.status()).toBe(403);
    await context.close();
  });
});
