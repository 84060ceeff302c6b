/** Kafka's ApiVersions (key 18) in version 3, the first that tells of a broker's features. https://kafka.apache.org/protocol */
const apiKey = 18;
const apiVersion = 3;

/** A request with its length in front. */
export function requestOf(clientId: string): Buffer {
  const id = Buffer.from(clientId);
  const header = Buffer.alloc(10);
  header.writeInt16BE(apiKey, 0);
  header.writeInt16BE(apiVersion, 2);
  header.writeInt32BE(1, 4);
  header.writeInt16BE(id.length, 8);
  // The header's and the body's tagged fields, of which there are none, and the client's name and version as compact strings.
  const compact = (text: string) => Buffer.concat([Buffer.from([text.length + 1]), Buffer.from(text)]);
  const message = Buffer.concat([header, id, Buffer.from([0]), compact(clientId), compact('1'), Buffer.from([0])]);
  const length = Buffer.alloc(4);
  length.writeInt32BE(message.length);
  return Buffer.concat([length, message]);
}

/** The highest supported level of each feature in an answer, by name. Throws a RangeError for an answer that is cut off. */
export function supportedFeatures(answer: Buffer): Map<string, number> {
  const reader = new Reader(answer);
  reader.skip(4);
  const error = reader.int16();
  if (error !== 0) throw new Error(`The broker refused to tell its versions (error ${error}).`);
  reader.each(() => {
    reader.skip(6);
    reader.tagged();
  });
  reader.skip(4);
  const features = new Map<string, number>();
  reader.tagged((tag, field) => {
    if (tag !== 0) return;
    field.each(() => {
      const name = field.text();
      field.skip(2);
      features.set(name, field.int16());
      field.tagged();
    });
  });
  return features;
}

/** The first level of `metadata.version` of each release series, newest first (MetadataVersion in Kafka's server-common). */
const firstLevels: readonly (readonly [level: number, series: string | null])[] = [
  [31, null],
  [30, '4.3'],
  [28, '4.2'],
  [26, '4.1'],
  [22, '4.0'],
  [21, '3.9'],
];

/** Null for a level that is unknown. */
export const releaseOf = (level: number | null): string | null =>
  level === null ? null : (firstLevels.find(([first]) => level >= first)?.[1] ?? null);

/** Reads the compact encoding: lengths and counts are unsigned varints that are one more than what they count. */
class Reader {
  private at = 0;

  constructor(private readonly bytes: Buffer) {}

  skip(count: number): void {
    this.at += count;
  }

  int16(): number {
    this.at += 2;
    return this.bytes.readInt16BE(this.at - 2);
  }

  text(): string {
    const length = this.varint() - 1;
    this.at += length;
    return this.bytes.toString('utf8', this.at - length, this.at);
  }

  each(read: () => void): void {
    for (let left = this.varint() - 1; left > 0; left -= 1) read();
  }

  tagged(read: (tag: number, field: Reader) => void = () => undefined): void {
    for (let left = this.varint(); left > 0; left -= 1) {
      const tag = this.varint();
      const length = this.varint();
      read(tag, new Reader(this.bytes.subarray(this.at, this.at + length)));
      this.at += length;
    }
  }

  private varint(): number {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes.readUInt8(this.at);
      this.at += 1;
      value |= (byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  }
}
