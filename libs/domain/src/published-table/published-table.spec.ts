import { describe, expect, it } from 'vitest';
import { given } from '../given.js';
import { assetsStream, insuranceRatesStream } from './published-rows.js';
import {
  publishedRowsPerChunk,
  publishTable,
  publishUndatedTable,
  type PublishedTableEvent,
  type TableRow,
} from './published-table.js';

const of = { importId: 'i1', ownerId: 'NULL', validFrom: '2024-06-30', digest: 'A' };
const rows = (count: number): TableRow[] =>
  Array.from({ length: count }, (_, i) => ({ assetCode: `A${i}`, growthPercent: 70 }));
const published = (data: Partial<PublishedTableEvent['data']>): PublishedTableEvent => ({
  type: 'AssetsPublished',
  data: { ...of, index: 0, chunks: 1, rows: rows(1), ...data },
});

describe('a published table', () => {
  it('is written for its date, in chunks that say how many there are', () =>
    given(assetsStream)
      .when(publishTable('AssetsPublished', of, rows(publishedRowsPerChunk + 1)))
      .then(
        published({ index: 0, chunks: 2, rows: rows(publishedRowsPerChunk + 1).slice(0, publishedRowsPerChunk) }),
        published({ index: 1, chunks: 2, rows: rows(publishedRowsPerChunk + 1).slice(publishedRowsPerChunk) }),
      ));

  it('without rows empties the table of its date', () =>
    given(assetsStream)
      .when(publishTable('AssetsPublished', of, []))
      .then(published({ rows: [] })));

  it('with the same rows is not written again for its date, but is for another date and after another table', () => {
    given(assetsStream, published({}))
      .when(publishTable('AssetsPublished', { ...of, importId: 'i2' }, rows(1)))
      .then();
    given(assetsStream, published({}))
      .when(publishTable('AssetsPublished', { ...of, validFrom: '2024-07-31' }, rows(1)))
      .then(published({ validFrom: '2024-07-31' }));
    given(assetsStream, published({}), published({ digest: 'B' }))
      .when(publishTable('AssetsPublished', of, rows(1)))
      .then(published({}));
  });

  it('is current only once its last chunk is stored', () => {
    const first = published({ index: 0, chunks: 2 });
    given(assetsStream, first)
      .when(publishTable('AssetsPublished', of, rows(1)))
      .then(published({}));
    given(assetsStream, published({ digest: 'B' }), first)
      .when(publishTable('AssetsPublished', { ...of, digest: 'B' }, rows(1)))
      .then(published({ digest: 'B' }));
    given(assetsStream, first, published({ index: 1, chunks: 2 }))
      .when(publishTable('AssetsPublished', of, rows(1)))
      .then();
  });

  it('with long texts is split before an event grows too large', () => {
    const wordy = Array.from({ length: 300 }, (_, i) => ({ assetCode: `A${i}`, description: 'ä'.repeat(2000) }));
    const events = publishTable('AssetsPublished', of, wordy)({});
    expect(events.flatMap((event) => event.data.rows)).toEqual(wordy);
    expect(Math.max(...events.map((event) => Buffer.byteLength(JSON.stringify(event))))).toBeLessThan(256 * 1024);
    expect(events.every((event, i) => event.data.index === i && event.data.chunks === events.length)).toBe(true);
  });

  it('of another kind is kept separately', () =>
    given(assetsStream, published({}))
      .when(publishTable('FeesPublished', of, rows(1)))
      .then({ ...published({}), type: 'FeesPublished' }));
});

describe('a table without a date', () => {
  const of = (validFrom: string, digest: string) => ({ importId: 'i', ownerId: 'p.1', validFrom, digest });
  const publish = (validFrom: string, digest: string) =>
    publishUndatedTable('OccupationFactorsPublished', of(validFrom, digest), [{ factor: 1 }]);

  it('is published once, whatever day it is imported on', () => {
    const stands = insuranceRatesStream.evolve({}, publish('2024-07-01', 'a')({})[0]!);
    expect(publish('2024-08-01', 'a')(stands)).toEqual([]);
    expect(publish('2024-08-01', 'b')(stands)).toHaveLength(1);
  });

  it('that was replaced meanwhile is published again', () => {
    let stands = insuranceRatesStream.evolve({}, publish('2024-07-01', 'a')({})[0]!);
    stands = insuranceRatesStream.evolve(stands, publish('2024-08-01', 'b')(stands)[0]!);
    expect(publish('2024-09-01', 'a')(stands)).toHaveLength(1);
  });
});
