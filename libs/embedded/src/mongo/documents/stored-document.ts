import { decode, type Document } from './bson-codec.js';

/** A document of a collection, decoded when first needed. `seq` is 0 for a document that was just inserted. */
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
