import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository } from '../harness/repository.js';
import { nowhere, sharedBrowser, signedIn } from './browser.js';
import { auditChapters, maintenanceChapters } from './guide-of-audit.js';
import { figureChapters } from './guide-of-figures.js';
import { committeeChapters, salesforceChapters, staffChapters } from './guide-of-staff.js';
import { desk, testGuide, type Chapter } from './guide-walk.js';
import { committedPictures, guideSections } from './guide.js';
import { makesPictures } from './makes-pictures.js';
import { announced, sheetsThatOverflow } from './sheets.js';

testGuide(staffChapters);

describe('the guide', () => {
  const guide = guideSections();

  it('has no section with bold words or a picture that no chapter covers', () => {
    const walked: string[] = [];
    const chapter: Chapter = (title) => walked.push(title);
    for (const part of [figureChapters, staffChapters, committeeChapters, salesforceChapters]) part(chapter);
    for (const part of [auditChapters, maintenanceChapters]) part(chapter);
    expect(guide.map(({ title }) => title).sort()).toEqual(walked.sort());
  });

  it('has all of its pictures in the repository, no others, and no large ones', () => {
    const found = committedPictures();
    expect(found.map(({ name }) => name).sort()).toEqual(guide.flatMap(({ pictures }) => pictures).sort());
    expect(found.filter(({ bytes }) => bytes > 150_000)).toEqual([]);
  });
});

// The tests' fund has no plans of these sizes.
if (makesPictures)
  describe('the guide’s Policy Committee Report', () => {
    it.each([
      [25, 'TWS.P0008'],
      [300, 'TWR.P0006'],
      [1_300, 'TWR.P0001'],
    ])('of a plan of %i members leaves a picture of each page for people to look at', async (members, planId) => {
      const folder = join(repository, 'test-results', 'report-pages', String(members));
      mkdirSync(folder, { recursive: true });
      const { page, context } = await signedIn(await sharedBrowser(), 'staff', { at: nowhere, viewport: desk });
      await page.goto(`/policyCommitteeReport?planId=${planId}&disableAnimations=true`);
      await announced(page);
      const sheets = await page.locator('.pcr-page').all();
      expect(sheets.length).toBeGreaterThan(5);
      for (const [at, sheet] of sheets.entries())
        await sheet.screenshot({ path: join(folder, `${String(at + 1).padStart(2, '0')}.png`) });
      expect(await sheetsThatOverflow(page)).toEqual([]);
      await context.close();
    });
  });
