import { describe, expect, it } from 'vitest';
import { largeChange } from './large-change.js';

describe('a value that is revised', () => {
  it.each([
    [1, 1.51],
    [1, 0.49],
    [12, 0],
    [12, null],
    [0, 0.1],
    [-1, 1],
  ])('changes by more than half from %s to %s', (was, becomes) =>
    expect(largeChange(was, becomes)).toBe('changes by more than half'),
  );

  it.each([
    [1, 1.5],
    [1, 0.5],
    [1.2, 1.8],
    [0.6, 0.9],
    [0, 0],
    [0, null],
    [null, 12],
    [null, null],
  ])('does not change much from %s to %s', (was, becomes) => expect(largeChange(was, becomes)).toBeNull());
});

describe('a flag that turns', () => {
  it('is a change, unless there was none', () => {
    expect(largeChange(false, true)).toBe('changes');
    expect(largeChange(true, null)).toBe('changes');
    expect(largeChange(true, true)).toBeNull();
    expect(largeChange(null, true)).toBeNull();
  });
});

describe('a formula of cover', () => {
  it('changes by more than half by what it multiplies with', () => {
    expect(largeChange('3 x salary', '30 x salary')).toBe('changes by more than half');
    expect(largeChange('15% x salary x years to 65', '5% x salary x years to 65')).toBe('changes by more than half');
    expect(largeChange('3 x salary', null)).toBe('changes by more than half');
    expect(largeChange('3 x salary', '4 x salary')).toBeNull();
    expect(largeChange('3 x salary', '3.0 X Salary')).toBeNull();
    expect(largeChange('15% x salary x years to 65', '15% x salary x years to 67')).toBeNull();
  });

  it('of another kind is a change', () => {
    expect(largeChange('3 x salary', '300000')).toBe('changes');
  });
});
