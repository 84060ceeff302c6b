/** Writes one value of a column. Throws TypeError for a value the column cannot hold. */
type WriteValue = (value: unknown, into: RowBinary) => void;

const millisecondsOfDay = 86_400_000;
/** Ranges in days since 1970: a Date ends in 2149, and a Date32 covers 1900 to 2299. */
const lastDate = 65_535;
const [firstDate32, lastDate32] = [-25_567, 120_529];
const cachedTexts = 20_000;
/** Longer texts are rarely repeated and would fill the memory. */
const longestCachedText = 100;

/**
 * Rows in ClickHouse's RowBinary format. It takes a quarter of the processor time that JSON takes, in this process and in the engine. No
 * maintained package writes it, and the measured import depends on it (docs/decisions/0010-cheap-writes.md). Values are those of the JSON
 * formats: dates and instants as text, 64-bit integers as numbers, digits or bigint. The format:
 * https://clickhouse.com/docs/interfaces/formats/RowBinary
 */
export class RowBinary {
  private bytes: Buffer;
  private at = 0;
  private readonly writers: readonly WriteValue[];

  /** `types` are the types of the columns, as `system.columns` names them. Throws for a type that this class does not write. */
  constructor(types: readonly string[], expectedBytes = 64 * 1024) {
    this.writers = types.map(writerOf);
    this.bytes = Buffer.allocUnsafe(expectedBytes);
  }

  /**
   * Adds one row, with its values in the order of the types. `onRefused` gets the index of a value that its column cannot hold, and what
   * the column accepts. A refused row adds nothing.
   */
  add(values: readonly unknown[], onRefused?: (at: number, expected: string) => never): void {
    if (values.length !== this.writers.length)
      throw new TypeError(`A row has ${values.length} values for ${this.writers.length} columns.`);
    const before = this.at;
    let at = 0;
    try {
      for (; at < values.length; at += 1) this.writers[at]!(values[at], this);
    } catch (error) {
      this.at = before;
      if (onRefused && error instanceof TypeError) onRefused(at, error.message);
      throw error;
    }
  }

  /** The bytes of all rows added so far. */
  get data(): Buffer {
    return this.bytes.subarray(0, this.at);
  }

  uint8(value: number): void {
    this.room(1);
    this.bytes[this.at] = value;
    this.at += 1;
  }

  uint16(value: number): void {
    this.room(2);
    this.at = this.bytes.writeUInt16LE(value, this.at);
  }

  int32(value: number): void {
    this.room(4);
    this.at = this.bytes.writeInt32LE(value | 0, this.at);
  }

  /** Writes two's complement, which serves both signed and unsigned integers. */
  int64(low: number, high: number): void {
    this.int32(low);
    this.int32(high);
  }

  float64(value: number): void {
    this.room(8);
    this.at = this.bytes.writeDoubleLE(value, this.at);
  }

  /** Writes the length of a text or list as a varint (LEB128): 7 bits in each byte, the lowest first. */
  length(value: number): void {
    let rest = value;
    for (; rest > 127; rest = Math.floor(rest / 128)) this.uint8((rest & 127) | 128);
    this.uint8(rest);
  }

  raw(bytes: Uint8Array): void {
    this.room(bytes.length);
    this.bytes.set(bytes, this.at);
    this.at += bytes.length;
  }

  private room(bytes: number): void {
    if (this.at + bytes <= this.bytes.length) return;
    const larger = Buffer.allocUnsafe(Math.max(this.bytes.length * 2, this.at + bytes));
    this.bytes.copy(larger, 0, 0, this.at);
    this.bytes = larger;
  }
}

function writerOf(type: string): WriteValue {
  const inner = /^(Nullable|LowCardinality|Array)\((.*)\)$/.exec(type);
  // A column of few distinct values is sent like any other; the engine makes its dictionary.
  if (inner?.[1] === 'LowCardinality') return writerOf(inner[2]!);
  if (inner?.[1] === 'Nullable') {
    const write = writerOf(inner[2]!);
    return (value, into) => {
      const isNull = value === null || value === undefined;
      into.uint8(isNull ? 1 : 0);
      if (!isNull) write(value, into);
    };
  }
  if (inner?.[1] === 'Array') {
    const write = writerOf(inner[2]!);
    return (value, into) => {
      if (!Array.isArray(value)) throw new TypeError('The value must be a list.');
      into.length(value.length);
      for (const each of value) write(each, into);
    };
  }
  const known = type.startsWith('DateTime64(3') ? instant : scalars[type];
  if (known === undefined) throw new TypeError(`Columns of type ${type} are not supported.`);
  return known;
}

const integer = (value: unknown, least: number, most: number): number => {
  // A missing value is not zero, though `Number` returns zero for it.
  const number = value === null || value === '' ? NaN : Number(value);
  if (!Number.isInteger(number) || number < least || number > most)
    throw new TypeError(`The value must be a whole number from ${least} to ${most}.`);
  return number;
};

const long =
  (least: bigint, most: bigint): WriteValue =>
  (value, into) => {
    if (typeof value === 'number' && Number.isSafeInteger(value) && (value >= 0 || least < 0n))
      return into.int64(value, Math.floor(value / 0x1_0000_0000));
    const isWhole = typeof value === 'bigint' || (typeof value === 'string' && /^-?\d+$/.test(value));
    const big = isWhole ? BigInt(value) : null;
    if (big === null || big < least || big > most)
      throw new TypeError(`The value must be a whole number from ${least} to ${most}.`);
    into.int64(Number(BigInt.asIntN(32, big)), Number(BigInt.asIntN(32, big >> 32n)));
  };

const instant: WriteValue = (value, into) => {
  const text = String(value);
  const milliseconds = Date.parse(text.includes('T') ? text : `${text.replace(' ', 'T')}Z`);
  if (Number.isNaN(milliseconds)) throw new TypeError('The value must be an instant.');
  into.int64(milliseconds, Math.floor(milliseconds / 0x1_0000_0000));
};

const scalars: Readonly<Record<string, WriteValue>> = {
  String: (value, into) => {
    if (typeof value !== 'string') throw new TypeError('The value must be text.');
    into.raw(textBytes(value));
  },
  UUID: (value, into) => into.raw(uuidInto(String(value), uuid)),
  Date: (value, into) => into.uint16(within(dayNumber(String(value)), 0, lastDate)),
  Date32: (value, into) => into.int32(within(dayNumber(String(value)), firstDate32, lastDate32)),
  UInt8: (value, into) => into.uint8(integer(value, 0, 255)),
  UInt32: (value, into) => into.int32(integer(value, 0, 0xffff_ffff)),
  Int32: (value, into) => into.int32(integer(value, -0x8000_0000, 0x7fff_ffff)),
  Int64: long(-(2n ** 63n), 2n ** 63n - 1n),
  UInt64: long(0n, 2n ** 64n - 1n),
  Float64: (value, into) => {
    if (!Number.isFinite(value)) throw new TypeError('The value must be a number.');
    into.float64(value as number);
  },
};

/** Length and bytes of texts that are repeated often: plan ids, groups, codes. */
const texts = new Map<string, Buffer>();

function textBytes(text: string): Buffer {
  const known = texts.get(text);
  if (known !== undefined) return known;
  const bytes = Buffer.from(text);
  const length: number[] = [];
  let rest = bytes.length;
  for (; rest > 127; rest = Math.floor(rest / 128)) length.push((rest & 127) | 128);
  length.push(rest);
  const whole = Buffer.concat([Buffer.from(length), bytes]);
  if (text.length > longestCachedText) return whole;
  if (texts.size >= cachedTexts) texts.clear();
  texts.set(text, whole);
  return whole;
}

const uuidLength = 36;
const dash = 45;
/** Values of hexadecimal digits by character code; -1 for every other character. */
const digits = new Int8Array(128).fill(-1);
for (const [value, digit] of [...'0123456789abcdef'].entries())
  for (const character of [digit, digit.toUpperCase()]) digits[character.charCodeAt(0)] = value;

/**
 * Writes a UUID as ClickHouse stores it, in two little-endian halves. The digits are read one by one, because every row has a UUID and a
 * decoder of hexadecimal text takes four times as long.
 */
function uuidInto(uuid: string, bytes: Buffer): Buffer {
  let place = 7;
  let at = 0;
  let isUuid = uuid.length === uuidLength;
  for (let byte = 0; isUuid && byte < 16; byte += 1) {
    if (at === 8 || at === 13 || at === 18 || at === 23) isUuid = uuid.charCodeAt(at++) === dash;
    const high = digits[uuid.charCodeAt(at)] ?? -1;
    const low = digits[uuid.charCodeAt(at + 1)] ?? -1;
    isUuid &&= high >= 0 && low >= 0;
    bytes[place] = high * 16 + low;
    at += 2;
    place = byte === 7 ? 15 : place - 1;
  }
  if (!isUuid) throw new TypeError('The value must be a UUID.');
  return bytes;
}

/** A reused buffer for the UUID being written. `raw` copies it at once. */
const uuid = Buffer.alloc(16);

const days = new Map<string, number>();

/** A day outside the column's range becomes the nearest day in it, as when the engine itself reads text. */
const within = (day: number, first: number, last: number): number => Math.min(Math.max(day, first), last);

/** Days since 1970. */
function dayNumber(date: string): number {
  const known = days.get(date);
  if (known !== undefined) return known;
  const number = Date.parse(`${date}T00:00:00Z`) / millisecondsOfDay;
  if (!Number.isInteger(number)) throw new TypeError('The value must be a date.');
  if (days.size >= cachedTexts) days.clear();
  days.set(date, number);
  return number;
}
