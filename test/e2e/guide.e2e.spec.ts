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

/** One section of the guide: what it says in bold is on its screens, and its pictures are the ones made there. */
const chapter: Chapter = (title, walk) => {
  walked.push(title);
  it(
    title,
    async () => {
      const on = new Walk();
      await walk(on);
      const { words, pictures } = guide.find((each) => each.title === title) ?? { words: [], pictures: [] };
      // Of the demo data other figures are withheld, and other sentences stand in their place.
      if (!makesPictures) expect(on.missing(words)).toEqual([]);
      expect(on.pictures).toEqual(pictures);
      // A chapter waits for a view of the past and its proof, on whatever machine.
    },
    240_000,
  );
};

describe('the guide names what its reader finds:', () => {
  figureChapters(chapter);
  staffChapters(chapter);
  auditChapters(chapter);
});

describe('the guide', () => {
  it('has no section with words of a screen or a picture that nobody walks through', () => {
    expect(guide.map(({ title }) => title)).toEqual(walked);
  });

  it('has each of its pictures beside it, none besides, and none that is heavy', () => {
    const found = committedPictures();
    expect(found.map(({ name }) => name).sort()).toEqual(guide.flatMap(({ pictures }) => pictures).sort());
    expect(found.filter(({ bytes }) => bytes > 150_000)).toEqual([]);
  });
});
