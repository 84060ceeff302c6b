import { decode, type Document } from './bson-codec.js';

/** A document as it stands in its collection; decoded at first need. `seq` is 0 for one that was just inserted. */
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
