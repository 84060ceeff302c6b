import { actionKeys, actions } from '@superscope/domain/scoring/actions';
import { expect, it } from 'vitest';
import { alsoMoves } from './action-facts.js';

it.each(actionKeys)('%s is said to move the areas that its scoring moves', (key) => {
  const { area, moves } = actions[key];
  expect([area, ...alsoMoves[key]].sort()).toEqual([...moves].sort());
});
