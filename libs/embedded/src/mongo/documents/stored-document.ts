import { decode, type Document } from './bson-codec.js';

/** A stored document, decoded on first use. `seq` is 0 for a document written by a running transaction. */
export class StoredDocument {
  private decoded: Document | undefined;

  constructor(
    readonly seq: number,
    readonly key: Buffer,
    readonly body: Buffer,
  ) {}

  get document(): Document {
    return (this.decoded ??= decode(this.body));
  }
}
