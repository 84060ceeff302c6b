import { mostWatches, type WatchTerms } from '@superscope/domain/watch/watch';
import { describe, expect, it } from 'vitest';
import { systemContext } from '../platform/commands/command-context.js';
import { storeWith } from '../platform/commands/store-in-memory.fixture.js';
import { SetWatch } from './set-watch.slice.js';

const score: WatchTerms = { planId: 'EAST.P1', metric: 'superScore', direction: 'below', threshold: 3 };
const set = (watchId: string, terms: WatchTerms) => ({ type: 'WatchSet', data: { userId: 'u1', watchId, ...terms } });
const command = SetWatch.of('u1', 'w1', score)(systemContext('watch'));

describe('watching a figure', () => {
  it('is recorded with its terms in the reader’s own stream', async () => {
    const { store, written } = storeWith();
    await new SetWatch.handler(store).execute(command);
    expect(written).toEqual([['watch-u1', set('w1', score)]]);
  });

  it('a second time with the same terms changes nothing', async () => {
    const { store, written } = storeWith({ 'watch-u1': [set('w0', score)] });
    await new SetWatch.handler(store).execute(command);
    expect(written).toEqual([]);
  });

  it('is refused to a reader who has as many watches as are allowed', async () => {
    const many = Array.from({ length: mostWatches }, (_, i) => set(`old${i}`, { ...score, threshold: i / 100 }));
    const { store, written } = storeWith({ 'watch-u1': many });
    await expect(new SetWatch.handler(store).execute(command)).rejects.toMatchObject({ code: 'conflict' });
    expect(written).toEqual([]);
  });
});
