import { describe, expect, it } from 'vitest';
import { RowBinary } from './row-binary.js';

const hexOf = (type: string, ...values: unknown[]): string => {
  const block = new RowBinary([type], 1);
  for (const value of values) block.add([value]);
  return block.data.toString('hex');
};

describe('rows in ClickHouse’s RowBinary', () => {
  it('write whole numbers little-endian, in as many bytes as their column has', () => {
    expect(hexOf('UInt8', 7, true)).toBe('0701');
    expect(hexOf('UInt32', 4_294_967_295)).toBe('ffffffff');
    expect(hexOf('Int32', -2)).toBe('feffffff');
    expect(hexOf('Int64', 1)).toBe('0100000000000000');
    expect(hexOf('Int64', -1)).toBe('ffffffffffffffff');
    expect(hexOf('Int64', -4_294_967_297)).toBe('fffffffffeffffff');
    expect(hexOf('UInt64', '18446744073709551615', 2n ** 32n)).toBe('ffffffffffffffff0000000001000000');
    const largest = Number.MAX_SAFE_INTEGER;
    for (const cents of [largest, -largest, 2 ** 32, -(2 ** 32), 2 ** 31, -(2 ** 31) - 1, 0]) {
      const bytes = Buffer.from(hexOf('Nullable(Int64)', cents), 'hex');
      expect(bytes.readBigInt64LE(1)).toBe(BigInt(cents));
    }
    expect(hexOf('Int64', '-9223372036854775808')).toBe('0000000000000080');
  });

  it('write text with its length before it', () => {
    expect(hexOf('String', 'Zoë')).toBe('045a6fc3ab');
    expect(hexOf('String', 'a'.repeat(200)).slice(0, 4)).toBe('c801');
    expect(hexOf('LowCardinality(String)', '')).toBe('00');
    expect(hexOf('String', '𝕊')).toBe('04f09d958a');
    expect(hexOf('String', 'ü'.repeat(70)).slice(0, 4)).toBe('8c01');
  });

  it('write lists with their length before them', () => {
    expect(hexOf('Array(String)', [])).toBe('00');
    expect(hexOf('Array(String)', ['ab', ''])).toBe('0202616200');
    expect(hexOf('Array(UInt8)', Array<number>(200).fill(1)).slice(0, 6)).toBe('c80101');
    expect(() => hexOf('Array(String)', 'ab')).toThrow('The value must be a list.');
  });

  it('mark nulls', () => {
    expect(hexOf('Nullable(UInt8)', null, 3)).toBe('010003');
    expect(hexOf('LowCardinality(Nullable(String))', null)).toBe('01');
  });

  it('write dates as days since 1970 and cut those that a Date cannot hold', () => {
    expect(hexOf('Date', '1970-01-02')).toBe('0100');
    expect(hexOf('Date', '1951-03-04', '2200-01-01')).toBe('0000ffff');
  });

  it('write days before 1970 where the column is a Date32, which begins in 1900 and ends in 2299', () => {
    expect(hexOf('Date32', '1970-01-02', '1965-03-04')).toBe('010000001cf9ffff');
    expect(hexOf('Nullable(Date32)', null, '1969-12-31')).toBe('0100ffffffff');
    expect(hexOf('Date32', '1900-01-01')).toBe(hexOf('Date32', '0001-01-01'));
    expect(hexOf('Date32', '2299-12-31')).toBe(hexOf('Date32', '9999-12-31'));
  });

  it('limit a day only for a column that cannot hold it', () => {
    const block = new RowBinary(['Date', 'Date32', 'Date']);
    block.add(['1965-03-04', '1965-03-04', '1965-03-04']);
    expect(block.data.toString('hex')).toBe('00001cf9ffff0000');
  });

  it('write instants as milliseconds since 1970', () => {
    const expected = '40771b0000000000';
    expect(hexOf("DateTime64(3, 'UTC')", '1970-01-01 00:30:00.000')).toBe(expected);
    expect(hexOf("DateTime64(3, 'UTC')", '1970-01-01T00:30:00.000Z')).toBe(expected);
  });

  it('write UUIDs as the engine stores them', () => {
    expect(hexOf('UUID', '00112233-4455-6677-8899-aabbccddeeff')).toBe('7766554433221100ffeeddccbbaa9988');
    expect(hexOf('UUID', '00112233-4455-6677-8899-AABBCCDDEEFF')).toBe('7766554433221100ffeeddccbbaa9988');
  });

  it('refuse values that a column cannot hold, and unsupported types', () => {
    expect(() => hexOf('UInt8', 256)).toThrow(TypeError);
    expect(() => hexOf('UInt8', -1)).toThrow(TypeError);
    expect(() => hexOf('Int32', null)).toThrow(TypeError);
    expect(() => hexOf('Int32', '')).toThrow(TypeError);
    expect(() => hexOf('Int64', 1.5)).toThrow(TypeError);
    expect(() => hexOf('Int64', 2 ** 53)).toThrow(TypeError);
    expect(() => hexOf('Int64', '9223372036854775808')).toThrow(TypeError);
    expect(() => hexOf('UInt64', -1)).toThrow(TypeError);
    expect(() => hexOf('Float64', NaN)).toThrow(TypeError);
    for (const type of ['Date', 'Date32']) expect(() => hexOf(type, 'soon')).toThrow(TypeError);
    for (const text of [
      'no',
      '00112233-4455-6677-8899-aabbccddeefg',
      '001122334-455-6677-8899-aabbccddeeff',
      'é'.repeat(36),
    ])
      expect(() => hexOf('UUID', text)).toThrow(TypeError);
    expect(() => hexOf('String', null)).toThrow(TypeError);
    expect(() => hexOf('IPv4', '127.0.0.1')).toThrow('Columns of type IPv4 are not supported.');
    expect(() => new RowBinary(['UInt8', 'UInt8']).add([1])).toThrow('A row has 1 values for 2 columns.');
  });
});
