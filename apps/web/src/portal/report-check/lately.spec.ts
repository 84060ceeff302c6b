import { describe, expect, it } from 'vitest';
import { latelyOf, withChecked, type Lately } from './lately';

const checked = (name: string): Lately => ({
  key: name,
  name,
  code: name,
  is: 'genuine',
  at: '2026-11-26T00:00:00.000Z',
});

describe('what was checked lately', () => {
  it('is there at the next visit, newest first, each once and at most five', () => {
    for (const name of ['A', 'B', 'C', 'D', 'E', 'B', 'F']) withChecked('mei', checked(name));
    expect(latelyOf('mei').map(({ name }) => name)).toEqual(['F', 'B', 'E', 'D', 'C']);
  });

  it('belongs to the person who checked it', () => {
    withChecked('mei', checked('A'));
    expect(latelyOf('joon')).toEqual([]);
  });

  it('is empty where the browser kept something else', () => {
    localStorage.setItem('checkedLately.mei', '[{"name":1}]');
    expect(latelyOf('mei')).toEqual([]);
    localStorage.setItem('checkedLately.mei', 'no list');
    expect(latelyOf('mei')).toEqual([]);
  });
});
