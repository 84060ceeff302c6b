import { afterAll, describe, expect, it } from 'vitest';
import { auditChapters } from './guide-of-audit.js';
import { figureChapters } from './guide-of-figures.js';
import { staffChapters } from './guide-of-staff.js';
import { closeGuideBrowser, type Chapter } from './guide-walk.js';
import { committedPictures, guideSections, Walk } from './guide.js';
import { makesPictures } from './makes-pictures.js';

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
