import { describe, expect, it } from 'vitest';
import { readCommandLine } from './command-line.js';

const usage = 'npm run tool -- --out FOLDER';
const read = (...args: string[]) => readCommandLine(usage, { options: { out: { type: 'string' } } }, args);

describe('the arguments of a tool', () => {
  it('are read as written', () => {
    expect(read('--out', 'there').values.out).toBe('there');
  });

  it('give one sentence and the usage when one is unknown', () => {
    expect(() => read('--frob')).toThrow(`Unknown option '--frob'.\n${usage}`);
    expect(() => read('stray')).toThrow(/^Unexpected argument 'stray'\.\nnpm run tool/);
  });

  it('give one sentence and the usage when a value is missing', () => {
    expect(() => read('--out')).toThrow(/^[^\n]*--out[^\n]*\.\nnpm run tool -- --out FOLDER$/);
  });
});
