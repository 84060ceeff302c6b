import { describe, expect, it } from 'vitest';
import { withoutMarks } from './without-marks.js';

const plain = (content: string) => withoutMarks(Buffer.from(content, 'latin1')).toString('latin1');

describe('the operators of a page without marks of structure', () => {
  it('draw the same', () => {
    expect(plain('/P <</MCID 0 /Lang (en)>> BDC\nBT (Beliefs) Tj ET\nEMC\n/Artifact BMC 0 0 9 9 re f EMC\n')).toBe(
      '\nBT (Beliefs) Tj ET 0 0 9 9 re f\n',
    );
    expect(plain('/Span /MC0 BDC /P <</MCID 1>> BDC 1 0 0 rg EMC EMC /Here MP /There <</A [1]>> DP S')).toBe(
      ' 1 0 0 rg S',
    );
  });

  it('keep layers, which decide what is shown', () => {
    const layers = '/OC /Draft BDC 0 0 9 9 re f EMC S';
    expect(plain(layers)).toBe(layers);
    expect(plain('/OC /Draft BDC /P <</MCID 0>> BDC f EMC EMC')).toBe('/OC /Draft BDC f EMC');
  });

  it.each([
    '(EMC \\) BMC (a) ) Tj',
    '<454D43> Tj',
    '% EMC BMC\nf',
    '[(a) -20 (EMC)] TJ',
    '/EMC gs',
    'BI /W 1 /H 1 ID \u0001 EMC /x \u0002 EI\nS',
    '1.5 -0.2 .3 rg',
    'q Q',
    '',
  ])('stay as they are where there is no mark: %j', (content) => {
    expect(plain(content)).toBe(content);
  });

  it('come to an end in a file that is cut off', () => {
    for (const content of ['(open', '<45', '/P <</MCID 0', 'BI /W 1', 'EMC', '%'])
      expect(plain(content).length).toBeLessThanOrEqual(content.length);
  });
});
