import { describe, expect, it } from 'vitest';
import { markArtifacts } from './mark-artifacts.js';

const marked = (lines: string[], tagged: string[] = []) =>
  markArtifacts(lines.join('\n'), (form) => tagged.includes(form)).split('\n');

describe('what no element of the structure owns', () => {
  it('is marked as an artifact, from the first point of its path', () => {
    expect(marked(['q', '.9 .9 .9 rg', '0 0 m', '5 0 l', 'h', 'f', 'Q'])).toEqual([
      'q',
      '.9 .9 .9 rg',
      '/Artifact BMC',
      '0 0 m',
      '5 0 l',
      'h',
      'f',
      'EMC',
      'Q',
    ]);
    expect(marked(['BT', '/F1 9 Tf', '<0012> Tj', 'ET'])).toEqual([
      '/Artifact BMC',
      'BT',
      '/F1 9 Tf',
      '<0012> Tj',
      'ET',
      'EMC',
    ]);
    expect(marked(['/X1 Do'])).toEqual(['/Artifact BMC', '/X1 Do', 'EMC']);
  });

  it('is no path that only clips', () => {
    expect(marked(['0 0 10 10 re', 'W* n'])).toEqual(['0 0 10 10 re', 'W* n']);
  });
});

describe('what an element owns', () => {
  it('stays as it is, also in a form that is marked inside', () => {
    const owned = ['/P <</MCID 0 >>BDC', '0 0 10 10 re', 'f', 'BT', '<0012> Tj', 'ET', '/X1 Do', 'EMC'];
    expect(marked(owned)).toEqual(owned);
    expect(marked(['/X1 Do'], ['X1'])).toEqual(['/X1 Do']);
  });
});
