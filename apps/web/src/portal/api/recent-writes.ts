import type { WriteAnswer } from '@superscope/contracts/csv-import';

/** Reads name a write for at most this long. If the projector takes longer, the browser is still told of the change. */
const WAITED_FOR_MS = 30_000;

type Written = Pick<WriteAnswer, 'stream' | 'position'>;

const isWritten = (answer: unknown): answer is Written => {
  const { stream, position } = (answer ?? {}) as Partial<Record<keyof Written, unknown>>;
  return typeof stream === 'string' && typeof position === 'string';
};

/**
 * The writes of this tab that no read has shown yet. A read names the newest (`X-After: stream@position`), and the
 * server answers once its read models have that event, so that people see their own changes.
 */
export class RecentWrites {
  /** By stream, the newest write last. */
  #writes = new Map<string, { position: string; at: number }>();

  /** Records the answer of a write. An answer that names no stream changed nothing that a read could wait for. */
  note(answer: unknown, now = Date.now()) {
    if (!isWritten(answer)) return;
    this.#writes.delete(answer.stream);
    this.#writes.set(answer.stream, { position: answer.position, at: now });
  }

  /** `stream@position`, or null if there is nothing to wait for. */
  newest(now = Date.now()): string | null {
    const [stream, write] = [...this.#writes].at(-1) ?? [];
    if (stream === undefined || write === undefined) return null;
    if (now - write.at <= WAITED_FOR_MS) return `${stream}@${write.position}`;
    this.forget();
    return null;
  }

  /** Removes a write once the answer of a read that named it has included it. */
  seen(after: string) {
    for (const [stream, { position }] of this.#writes)
      if (`${stream}@${position}` === after) this.#writes.delete(stream);
  }

  /** Removes all writes, for example when another user signs in. */
  forget() {
    this.#writes.clear();
  }
}
