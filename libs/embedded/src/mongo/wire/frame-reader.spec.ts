import { describe, expect, it } from 'vitest';
import { FrameReader, MAX_MESSAGE_BYTES } from './frame-reader.js';

const message = (size: number, fill: number) => {
  const bytes = Buffer.alloc(size, fill);
  bytes.writeInt32LE(size, 0);
  return bytes;
};

describe('the frame reader', () => {
  it('finds the same messages for any fragmentation', () => {
    const messages = [message(16, 1), message(50, 2), message(17, 3)];
    const bytes = Buffer.concat(messages);
    for (const size of [1, 3, 16, 20, 83]) {
      const frames = new FrameReader();
      const found: Buffer[] = [];
      for (let at = 0; at < bytes.length; at += size) {
        frames.push(bytes.subarray(at, at + size));
        for (let next = frames.next(); next; next = frames.next()) found.push(next);
      }
      expect(found).toEqual(messages);
    }
  });

  it('refuses impossible lengths before their bytes arrive', () => {
    for (const length of [-1, 0, 15, MAX_MESSAGE_BYTES + 1]) {
      const frames = new FrameReader();
      const header = Buffer.alloc(16);
      header.writeInt32LE(length, 0);
      frames.push(header);
      expect(() => frames.next()).toThrow(`a message of ${length} bytes`);
    }
  });
});
