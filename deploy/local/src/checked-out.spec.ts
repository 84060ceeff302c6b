import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { checkedOut } from './checked-out.js';

it('a folder that is no checkout names no commit', () => {
  expect(checkedOut(tmpdir())).toEqual({});
});
