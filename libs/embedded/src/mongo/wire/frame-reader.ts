export const MAX_MESSAGE_BYTES = 48_000_000;
const HEADER_BYTES = 16;

/** The bytes are not MongoDB's wire protocol, so the connection must be closed. */
export class MalformedMessage extends Error {}

/** Splits a byte stream into messages. A large message is assembled once, when its last byte has arrived. */
export class FrameReader {
  private chunks: Buffer[] = [];
  private buffered = 0;

  push(chunk: Buffer): void {
    this.chunks.push(chunk);
    this.buffered += chunk.length;
  }

  /** The next whole message, header included. Throws MalformedMessage for an impossible length. */
  next(): Buffer | undefined {
    if (this.buffered < HEADER_BYTES) return undefined;
    if (this.chunks[0]!.length < HEADER_BYTES) this.join();
    const length = this.chunks[0]!.readInt32LE(0);
    if (length < HEADER_BYTES || length > MAX_MESSAGE_BYTES) throw new MalformedMessage(`a message of ${length} bytes`);
    if (this.buffered < length) return undefined;
    if (this.chunks[0]!.length < length) this.join();
    const first = this.chunks[0]!;
    const message = first.subarray(0, length);
    if (first.length === length) this.chunks.shift();
    else this.chunks[0] = first.subarray(length);
    this.buffered -= length;
    return message;
  }

  private join(): void {
    this.chunks = [Buffer.concat(this.chunks)];
  }
}
