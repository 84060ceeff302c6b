import { tmpdir } from 'node:os';
import { expect, it } from 'vitest';
import { checkedOut } from './checked-out.js';

it('a folder that is not a checkout has no commit', () => {
  expect(checkedOut(tmpdir())).toEqual({});
});
