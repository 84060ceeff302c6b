import { describe, expect, it } from 'vitest';
import { changesMuch } from './large-change.js';

describe('a value that is revised', () => {
  it.each([
    [1, 1.51],
    [1, 0.49],
    [12, 0],
    [12, null],
    [0, 0.1],
    [-1, 1],
  ])('changes much from %s to %s', (was, becomes) => expect(changesMuch(was, becomes)).toBe(true));

  it.each([
    [1, 1.5],
    [1, 0.5],
    [1.2, 1.8],
    [0.6, 0.9],
    [0, 0],
    [0, null],
    [null, 12],
    [null, null],
  ])('does not change much from %s to %s', (was, becomes) => expect(changesMuch(was, becomes)).toBe(false));
});
