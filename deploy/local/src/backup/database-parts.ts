import { BSON, type Db, type Document, type IndexSpecification } from 'mongodb';
import type { ArchiveWriter, Manifest } from './archive.js';

type CollectionNote = Manifest['collections'][number];

const partBytes = 8 * 1024 * 1024;
const batchSize = 100;

/** Collects documents and lines into parts of some megabytes, because an archive needs a part's size before its bytes. */
export class PartBuffer {
  private chunks: Uint8Array[] = [];
  private bytes = 0;
  private number = 0;

  constructor(
    private readonly archive: ArchiveWriter,
    private readonly nameOf: (number: string) => string,
  ) {}

  async add(chunk: Uint8Array): Promise<void> {
    this.chunks.push(chunk);
    this.bytes += chunk.length;
    if (this.bytes >= partBytes) await this.flush();
  }

  async flush(): Promise<void> {
    if (this.bytes === 0) return;
    const part = Buffer.concat(this.chunks);
    this.chunks = [];
    this.bytes = 0;
    this.number += 1;
    await this.archive.add(this.nameOf(String(this.number).padStart(6, '0')), part);
  }
}

/** Copies every document of a database, byte for byte, as `{database}/{collection}/{number}.bson`. Returns the counts. */
export async function addDatabase(
  archive: ArchiveWriter,
  db: Db,
  onDocument: (collection: string, document: Uint8Array) => void,
): Promise<CollectionNote[]> {
  const collections = await db.listCollections({}, { nameOnly: true }).toArray();
  const notes: CollectionNote[] = [];
  for (const { name } of collections.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const indexes = (await db.collection(name).listIndexes().toArray()).filter((index) => index['name'] !== '_id_');
    notes.push({ database: db.databaseName, name, indexes });
    const parts = new PartBuffer(archive, (number) => `${db.databaseName}/${name}/${number}.bson`);
    // Raw documents keep their exact types.
    for await (const document of db.collection(name).find({}, { raw: true, batchSize })) {
      const bytes = document as unknown as Uint8Array;
      onDocument(name, bytes);
      // Copied, because the driver returns slices of the whole reply.
      await parts.add(Uint8Array.from(bytes));
    }
    await parts.flush();
  }
  return notes;
}

/** Writes the documents of one part. Returns their number. */
export async function restoreDocuments(db: Db, collection: string, part: Buffer): Promise<number> {
  const documents: Document[] = [];
  for (let from = 0; from < part.length; from += part.readInt32LE(from))
    documents.push(
      BSON.deserialize(part.subarray(from, from + part.readInt32LE(from)), {
        promoteValues: false,
        promoteBuffers: false,
        promoteLongs: false,
      }),
    );
  for (let from = 0; from < documents.length; from += batchSize)
    await db.collection(collection).insertMany(documents.slice(from, from + batchSize));
  return documents.length;
}

export async function restoreIndexes(db: Db, { name, indexes }: CollectionNote): Promise<void> {
  for (const { key, v: _, ns: __, ...options } of indexes)
    await db.collection(name).createIndex(key as IndexSpecification, options);
}
