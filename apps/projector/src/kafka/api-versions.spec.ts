import { describe, expect, it } from 'vitest';
import { releaseOf, requestOf, supportedFeatures } from './api-versions.js';

/** An answer with one api, and these features. */
function answer(features: Record<string, number>, error = 0): Buffer {
  const int16 = (value: number) => [value >> 8, value & 0xff];
  const list = Object.entries(features).flatMap(([name, level]) => [
    name.length + 1,
    ...Buffer.from(name),
    ...int16(1),
    ...int16(level),
    0,
  ]);
  const field = [Object.keys(features).length + 1, ...list];
  return Buffer.from([
    ...[0, 0, 0, 1, ...int16(error)],
    // One api, no throttling.
    ...[2, ...int16(18), ...int16(0), ...int16(4), 0, 0, 0, 0, 0],
    // Two tagged fields: the supported features, and the epoch of the finalized ones.
    ...[2, 0, field.length, ...field, 1, 8, 0, 0, 0, 0, 0, 0, 0, 9],
  ]);
}

describe('a broker’s answer about its versions', () => {
  it('tells the highest level of each feature', () => {
    const found = supportedFeatures(answer({ 'kraft.version': 1, 'metadata.version': 29 }));
    expect([...found]).toEqual([
      ['kraft.version', 1],
      ['metadata.version', 29],
    ]);
  });

  it('that is a refusal or cut off is an error', () => {
    expect(() => supportedFeatures(answer({}, 35))).toThrow('The broker refused to tell its versions (error 35).');
    expect(() => supportedFeatures(answer({ 'metadata.version': 29 }).subarray(0, 30))).toThrow(RangeError);
  });

  it.each([
    [21, '3.9'],
    [25, '4.0'],
    [27, '4.1'],
    [28, '4.2'],
    [29, '4.2'],
    [30, '4.3'],
    [31, null],
    [14, null],
    [null, null],
  ])('with level %s is of release %s', (level, release) => expect(releaseOf(level)).toBe(release));

  it('is asked for by a request that begins with its length', () => {
    const request = requestOf('superscope');
    expect(request.readInt32BE(0)).toBe(request.length - 4);
    expect([request.readInt16BE(4), request.readInt16BE(6)]).toEqual([18, 3]);
  });
});
