import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { repository } from '../harness/repository.js';
import { auditChapters } from './guide-of-audit.js';
import { figureChapters } from './guide-of-figures.js';
import { staffChapters } from './guide-of-staff.js';
import { closeGuideBrowser, pageOf, type Chapter } from './guide-walk.js';
import { committedPictures, guideSections, Walk } from './guide.js';
import { makesPictures } from './makes-pictures.js';
import { sheetsThatOverflow } from './sheets.js';

const guide = guideSections();
const walked: string[] = [];

afterAll(closeGuideBrowser);

/** Tests one section of the guide: its bold words are on its screens, and its pictures are taken there. */
const chapter: Chapter = (title, walk) => {
  walked.push(title);
  it(
    title,
    async () => {
      const on = new Walk();
      await walk(on);
      const { words, pictures } = guide.find((each) => each.title === title) ?? { words: [], pictures: [] };
      // The demo data has other withheld figures than the tests' fund, and so other sentences.
      if (!makesPictures) expect(on.missing(words)).toEqual([]);
      expect(on.pictures).toEqual(pictures);
      // A chapter waits for a view of the past and its proof, which take long on a slow machine.
    },
    240_000,
  );
};

describe('the guide matches the screens:', () => {
  figureChapters(chapter);
  staffChapters(chapter);
  auditChapters(chapter);
});

describe('the guide', () => {
  it('has no section with bold words or a picture that no chapter here covers', () => {
    expect(guide.map(({ title }) => title)).toEqual(walked);
  });

  it('has all of its pictures in the repository, no others, and no large ones', () => {
    const found = committedPictures();
    expect(found.map(({ name }) => name).sort()).toEqual(guide.flatMap(({ pictures }) => pictures).sort());
    expect(found.filter(({ bytes }) => bytes > 150_000)).toEqual([]);
  });
});

// The tests' fund has no plans of these sizes.
if (makesPictures)
  describe('the Policy Committee Report', () => {
    it.each([
      [25, 'TWS.P0008'],
      [300, 'TWR.P0006'],
      [1_300, 'TWR.P0001'],
    ])('of a plan of %i members leaves a picture of each page for people to look at', async (members, planId) => {
      const folder = join(repository, 'test-results', 'report-pages', String(members));
      mkdirSync(folder, { recursive: true });
      const page = await pageOf('staff');
      await page.goto(`/policyCommitteeReport?planId=${planId}&disableAnimations=true`);
      await page.locator('html[data-page=ready]').waitFor({ state: 'attached' });
      const sheets = await page.locator('.pcr-page').all();
      expect(sheets.length).toBeGreaterThan(5);
      for (const [at, sheet] of sheets.entries())
        await sheet.screenshot({ path: join(folder, `${String(at + 1).padStart(2, '0')}.png`) });
      expect(await sheetsThatOverflow(page)).toEqual([]);
    });
  });
