import { describe, expect, it } from 'vitest';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { RemoveWatch } from './remove-watch.slice.js';

const set = {
  type: 'WatchSet',
  data: { userId: 'u1', watchId: 'w1', planId: 'EAST.P1', metric: 'superScore', direction: 'below', threshold: 3 },
};
const remove = async (userId: string) => {
  const { store, written } = storeWith({ 'watch-u1': [set] });
  await new RemoveWatch.handler(store).execute(RemoveWatch.of(userId, 'w1')(systemContext('remove')));
  return written;
};

describe('removing a watch', () => {
  it('is recorded in the reader’s own stream', async () => {
    expect(await remove('u1')).toEqual([['watch-u1', { type: 'WatchRemoved', data: { userId: 'u1', watchId: 'w1' } }]]);
  });

  it('of somebody else removes nothing', async () => {
    expect(await remove('u2')).toEqual([]);
  });
});
