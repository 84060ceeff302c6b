import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync, renameSync, rmSync } from 'node:fs';
import type { Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { extract, pack } from 'tar-stream';
import { z } from 'zod';

/** Version of the archive's format. Archives of a later version are refused. */
const format = 1;
const headName = 'superscope.json';
const manifestName = 'manifest.json';
const ownerOnly = 0o600;

const headSchema = z.object({
  product: z.literal('superscope'),
  format: z.number().int(),
  /** Version of the product that made the archive. */
  version: z.string(),
  kind: z.enum(['data', 'keys']),
  /** Id of the event store's first event, which identifies the installation. */
  store: z.string(),
  /** Encoded position of the newest event when the backup began. */
  position: z.string(),
  madeAt: z.string(),
});
export type ArchiveHead = z.infer<typeof headSchema>;

const manifestSchema = z.object({
  parts: z.array(z.object({ name: z.string(), bytes: z.number(), sha256: z.string() })),
  counts: z.record(z.string(), z.number()),
  collections: z.array(
    z.object({ database: z.string(), name: z.string(), indexes: z.array(z.record(z.string(), z.unknown())) }),
  ),
});
export type Manifest = z.infer<typeof manifestSchema>;
export type Part = { name: string; bytes: Buffer };

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** Writes a gzipped tar atomically: to a temporary file, renamed once everything is on disk. */
export class ArchiveWriter {
  private readonly tar = pack();
  private readonly parts: Manifest['parts'] = [];
  private readonly written: Promise<void>;

  private constructor(
    readonly file: string,
    open: (path: string) => Writable,
  ) {
    this.written = pipeline(this.tar, createGzip({ level: 4 }), open(this.partial));
    // Avoids an unhandled rejection; awaited with the next part.
    this.written.catch(() => undefined);
  }

  /** Throws when the file already exists. `open` lets tests simulate a full disk. */
  static async create(
    file: string,
    head: Omit<ArchiveHead, 'product' | 'format'>,
    open: (path: string) => Writable = (path) => createWriteStream(path, { mode: ownerOnly, flush: true }),
  ): Promise<ArchiveWriter> {
    if (existsSync(file)) throw new Error(`${file} is there already; choose another name.`);
    const writer = new ArchiveWriter(file, open);
    await writer.entry(headName, json({ product: 'superscope', format, ...head }));
    return writer;
  }

  private get partial(): string {
    return `${this.file}.partial`;
  }

  async add(name: string, bytes: Uint8Array): Promise<void> {
    this.parts.push({ name, bytes: bytes.length, sha256: sha256(bytes) });
    await this.entry(name, bytes);
  }

  /** Completes the temporary file. */
  async close(rest: Omit<Manifest, 'parts'>): Promise<void> {
    await this.entry(manifestName, json({ ...rest, parts: this.parts }));
    this.tar.finalize();
    await this.written;
  }

  /** Renames the completed file to its final name. */
  publish(): void {
    renameSync(this.partial, this.file);
  }

  /** Removes the temporary file. */
  discard(): void {
    this.tar.destroy();
    rmSync(this.partial, { force: true });
  }

  private entry(name: string, bytes: Uint8Array): Promise<void> {
    const taken = new Promise<void>((resolve, reject) => {
      const sink = this.tar.entry({ name, size: bytes.length, mode: ownerOnly }, (error) =>
        error ? reject(error) : resolve(),
      );
      sink.on('error', reject);
      sink.end(bytes);
    });
    taken.catch(() => undefined);
    const failed = this.written.then(() => taken);
    return Promise.race([taken, failed]);
  }
}

/** Reads an archive's head. Throws one sentence when the file is not an archive or has a later format. */
export async function readHead(file: string): Promise<ArchiveHead> {
  for await (const { name, bytes } of entriesOf(file)) return headOf(file, name, bytes);
  throw damaged(file);
}

/** Reads a whole archive. Throws one sentence when anything is missing, added or changed. */
export async function verify(file: string): Promise<void> {
  const reading = readParts(file);
  while (!(await reading.next()).done);
}

/**
 * Yields the parts in order and returns the manifest. Damage may be detected only at the end of the archive, so call `verify` before
 * using the parts.
 */
export async function* readParts(file: string): AsyncGenerator<Part, Manifest> {
  const seen: Manifest['parts'] = [];
  let manifest: Manifest | null = null;
  let first = true;
  for await (const { name, bytes } of entriesOf(file)) {
    if (first) headOf(file, name, bytes);
    else if (manifest !== null) throw damaged(file);
    else if (name === manifestName) manifest = parsed(file, manifestSchema, bytes);
    else {
      seen.push({ name, bytes: bytes.length, sha256: sha256(bytes) });
      yield { name, bytes };
    }
    first = false;
  }
  if (manifest === null || JSON.stringify(manifest.parts) !== JSON.stringify(seen)) throw damaged(file);
  return manifest;
}

async function* entriesOf(file: string): AsyncGenerator<Part> {
  if (!existsSync(file)) throw new Error(`There is no file ${file}.`);
  const tar = extract();
  const [input, gunzip] = [createReadStream(file), createGunzip()];
  const fed = pipeline(input, gunzip, tar);
  fed.catch(() => undefined);
  try {
    for await (const entry of tar) {
      const chunks: Uint8Array[] = [];
      for await (const chunk of entry) chunks.push(chunk as Uint8Array);
      yield { name: entry.header.name, bytes: Buffer.concat(chunks) };
    }
    await fed;
  } catch (error) {
    throw (error as NodeJS.ErrnoException).code === 'EACCES' ? error : damaged(file, error);
  } finally {
    for (const stream of [input, gunzip]) stream.destroy();
    tar.destroy();
  }
}

function headOf(file: string, name: string, bytes: Buffer): ArchiveHead {
  if (name !== headName) throw new Error(`${file} is not a backup of Superscope.`);
  const head = parsed(file, headSchema, bytes);
  if (head.format > format)
    throw new Error(`${file} was made by a newer Superscope (${head.version}); restore with that.`);
  return head;
}

function parsed<Shape>(file: string, schema: z.ZodType<Shape>, bytes: Buffer): Shape {
  try {
    return schema.parse(JSON.parse(bytes.toString('utf8')));
  } catch (error) {
    throw damaged(file, error);
  }
}

const damaged = (file: string, cause?: unknown) =>
  new Error(`${file} is damaged or incomplete; nothing of it was restored.`, { cause });

const json = (value: unknown) => Buffer.from(JSON.stringify(value, null, 1));
