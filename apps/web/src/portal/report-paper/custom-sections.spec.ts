import { describe, expect, it } from 'vitest';
import { customSentence, type PaperSection } from './custom-sections';

const section = (id: string, heading: string, count: number): PaperSection => ({
  id,
  heading,
  items: Array.from({ length: count }, (_, at) => ({ id: `${id}${at}`, text: 'A matter.', note: null })),
});
const all = { at: 0, runs: [] };

describe('The sentence of a custom page', () => {
  const sections = [section('1', 'For decision', 3), section('2', 'For information', 4)];

  it('says on the first sheet all there is, and who wrote it', () => {
    expect(customSentence(sections, all, 'Helen Marchetti')).toBe(
      'Three matters ask for a decision and four are for information, written by Helen Marchetti.',
    );
    expect(customSentence([section('1', 'For decision', 1)], all, null)).toBe('One matter asks for a decision.');
  });

  it('says on the others what they hold', () => {
    const run = { key: '2', first: 2, last: 3 };
    expect(customSentence(sections, { at: 1, runs: [run] }, 'Helen Marchetti')).toBe(
      'Two more matters are for information.',
    );
    expect(customSentence(sections, { at: 1, runs: [run, { key: 'added', first: 0, last: 4 }] }, null)).toBe(
      'Two more matters are for information; what you add at the meeting has room below.',
    );
  });

  it('names sections by headings of their own', () => {
    expect(customSentence([section('1', 'What we did', 2), section('2', 'Next', 12)], all, null)).toBe(
      'Two matters stand under ‘What we did’ and 12 stand under ‘Next’.',
    );
  });

  it('says that nothing was entered', () => {
    expect(customSentence([section('1', 'For decision', 0)], all, 'Helen Marchetti')).toBe(
      'Nothing was entered on this page.',
    );
  });
});
