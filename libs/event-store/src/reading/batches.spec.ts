import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { batchesOf } from './batches.js';

const streamOf = () => new PassThrough({ objectMode: true, highWaterMark: 1000 });

const collect = async (stream: PassThrough, size: number) => {
  const batches: number[][] = [];
  for await (const batch of batchesOf<number>(stream, size)) batches.push(batch);
  return batches;
};

describe('batches of a stream', () => {
  it('are full while many items are waiting, and lose nothing at the end', async () => {
    const stream = streamOf();
    for (let i = 0; i < 25; i += 1) stream.write(i);
    stream.end();
    const batches = await collect(stream, 10);
    expect(batches.map((batch) => batch.length)).toEqual([10, 10, 5]);
    expect(batches.flat()).toEqual(Array.from({ length: 25 }, (_, i) => i));
  });

  it('come at once when a single item arrives', async () => {
    const stream = streamOf();
    const batches = batchesOf<number>(stream, 10);
    const first = batches.next();
    stream.write(1);
    expect(await first).toEqual({ done: false, value: [1] });
    const second = batches.next();
    stream.write(2);
    expect(await second).toEqual({ done: false, value: [2] });
  });

  it('hand over what arrived before an error, then throw it', async () => {
    const stream = streamOf();
    const batches = batchesOf<number>(stream, 10);
    stream.write(1);
    expect((await batches.next()).value).toEqual([1]);
    stream.write(2);
    stream.emit('error', new Error('gone'));
    expect((await batches.next()).value).toEqual([2]);
    await expect(batches.next()).rejects.toThrow('gone');
  });

  it('end when the stream is destroyed while nothing is waiting', async () => {
    const stream = streamOf();
    const batches = batchesOf<number>(stream, 10);
    const next = batches.next();
    stream.destroy();
    expect((await next).done).toBe(true);
  });
});
