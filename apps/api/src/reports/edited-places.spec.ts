import { describe, expect, it } from 'vitest';
import { editedPlaces } from './edited-places.js';

const page = 'Plan overview Average SuperScore 3.04 of 5 for 1,279 members at 30/09/2026 as published';

describe('where an edited report reads otherwise than the made one', () => {
  it('is nowhere in a report that reads the same', () => {
    expect(editedPlaces([page, 'Back'], [page, 'Back'])).toEqual([]);
  });

  it('is the figure that was edited, after the words that stand before it', () => {
    expect(editedPlaces(['Cover', page.replace('3.04', '3.40')], ['Cover', page])).toEqual([
      { where: 'Page 2, after ‘Plan overview Average SuperScore’', reads: '3.40', kept: '3.04' },
    ]);
  });

  it('is each of several figures', () => {
    const edited = page.replace('3.04', '3.40').replace('1,279', '1,297');
    expect(editedPlaces([edited], [page]).map(({ reads, kept }) => [reads, kept])).toEqual([
      ['3.40', '3.04'],
      ['1,297', '1,279'],
    ]);
  });

  it('is what was added or taken away, at the end of a page as well', () => {
    expect(editedPlaces([`${page} by law`], [page])).toEqual([
      { where: 'Page 1, after ‘at 30/09/2026 as published’', reads: 'by law', kept: '' },
    ]);
    expect(editedPlaces([page.replace('for 1,279 members ', '')], [page])).toMatchObject([
      { reads: '', kept: 'for 1,279 members' },
    ]);
  });

  it('is a page that is missing, or that was added', () => {
    expect(editedPlaces([page], [page, 'Back'])).toEqual([
      { where: 'Page 2', reads: '', kept: 'a page that is missing' },
    ]);
    expect(editedPlaces([page, 'Back'], [page])).toMatchObject([{ where: 'Page 2', reads: 'a page that was added' }]);
  });

  it('is told of 20 places at most, however much was exchanged', () => {
    const words = (of: string) =>
      Array.from({ length: 300 }, (_, n) => (n % 3 === 0 ? `${of}${n}` : `w${n}`)).join(' ');
    expect(editedPlaces([words('a')], [words('b')]).length).toBe(20);
  });
});
