import type { Change } from '@superscope/contracts/changes';
import { until } from './measure.js';

/** Listens to `GET /api/changes` like a browser, and records when each command's changes arrived. */
export class ChangeStream {
  private readonly heard = new Map<string, Map<string, number>>();
  private readonly stopping = new AbortController();

  private constructor() {}

  static async open(url: string, cookie: string): Promise<ChangeStream> {
    const stream = new ChangeStream();
    const answer = await fetch(`${url}/api/changes`, { headers: { Cookie: cookie }, signal: stream.stopping.signal });
    if (!answer.ok || answer.body === null) throw new Error(`Listening to changes was refused with ${answer.status}.`);
    void stream.read(answer.body).catch(() => undefined);
    return stream;
  }

  /**
   * When the change of a read model by a command arrived, by `performance.now()`. Throws when that takes too long. A change names a limited
   * number of commands, so one among many others may not be named.
   */
  async heardOf(correlationId: string, readModel: string, withinSeconds: number): Promise<number> {
    const at = () => this.heard.get(correlationId)?.get(readModel);
    await until('The change event', () => Promise.resolve(at() !== undefined), { withinSeconds, everyMs: 2 });
    return at()!;
  }

  close(): void {
    this.stopping.abort();
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    let text = '';
    const decoder = new TextDecoder();
    for await (const bytes of body) {
      const now = performance.now();
      text += decoder.decode(bytes, { stream: true });
      const lines = text.split('\n');
      text = lines.pop()!;
      for (const line of lines) if (line.startsWith('data: ')) this.note(JSON.parse(line.slice(6)) as Change, now);
    }
  }

  private note({ correlationIds = [], readModels }: Change, now: number): void {
    for (const id of correlationIds) {
      const models = this.heard.get(id) ?? new Map<string, number>();
      this.heard.set(id, models);
      for (const readModel of readModels) if (!models.has(readModel)) models.set(readModel, now);
    }
  }
}
