import { createHash, hash, type Hash } from 'node:crypto';
import { uuidFrom } from '@superscope/event-store/appending/event-ids';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** The id of the import that a command begins. */
export const importIdOf = ({ commandId }: Pick<CommandContext, 'commandId'>): string =>
  uuidFrom(hash('sha256', JSON.stringify(['import', commandId]), 'buffer'));

/** An upload and the command that begins its import. If it is sent again with the same `Idempotency-Key`, it is the same import. */
export class RepeatableUpload {
  readonly importId: string;
  /** The file. It can be read only once. */
  readonly bytes: AsyncIterable<Uint8Array>;
  /**
   * A digest of the request (keyed, so that the file cannot be guessed from it) and then of its file. Null without an `Idempotency-Key`,
   * because such a request cannot be repeated.
   */
  private readonly digest: Hash | null;

  constructor(
    sent: AsyncIterable<Uint8Array>,
    private readonly by: CommandContext,
  ) {
    this.importId = importIdOf(by);
    this.digest = by.bodyDigest === undefined ? null : createHash('sha256').update(`${by.bodyDigest}\n`);
    this.bytes = this.digest === null ? sent : digested(sent, this.digest);
  }

  get hasKey(): boolean {
    return this.digest !== null;
  }

  async readToEnd(): Promise<void> {
    for await (const chunk of this.bytes) void chunk;
  }

  /** The command. Call it once the file has been read to its end. */
  command(): CommandContext {
    // The command's id derives from the import's id, not from the request: so do the commands of its rows.
    const command = { ...this.by, commandId: `import/${this.importId}` };
    return this.digest === null ? command : { ...command, bodyDigest: this.digest.copy().digest('base64url') };
  }
}

async function* digested(bytes: AsyncIterable<Uint8Array>, into: Hash): AsyncGenerator<Uint8Array> {
  for await (const chunk of bytes) {
    into.update(chunk);
    yield chunk;
  }
}
