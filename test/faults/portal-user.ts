import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { importAnswer, importProgress } from '@superscope/contracts/csv-import';
import type { Findings } from './findings.js';

/** Timeout of a request, longer than any pause. */
const answerWithinMs = 90_000;
/** A write that takes longer than this after all faults are over is a failure. */
const acknowledgedWithinMs = 240_000;
const retryAfterMs = 100;
/** Statuses that the portal may answer while an engine is down, full or recovering. */
const away = new Set([502, 503, 504, 507]);

export interface Answered {
  status: number;
  body: unknown;
}

/** A user of the portal's api who retries while it is unavailable. */
export class PortalUser {
  private cookie = '';
  /** Unsuccessful answers by status; 0 is no answer. */
  readonly refusals = new Map<number, number>();

  constructor(
    private readonly url: string,
    private readonly account: { username: string; password: string },
    private readonly findings: Findings,
  ) {}

  /** Sends one request; null when there was no answer. A 5xx without an unavailable engine is recorded as a failure. */
  async ask(path: string, init: RequestInit = {}): Promise<Answered | null> {
    try {
      const answer = await this.send(path, init);
      const text = await answer.text();
      if (!answer.ok) this.refused(answer.status);
      if (answer.status >= 500 && !away.has(answer.status))
        this.findings.note('failures', `${init.method ?? 'GET'} ${path} was answered ${answer.status}: ${text}`);
      if (answer.status === 401) await this.signIn();
      return { status: answer.status, body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text };
    } catch {
      this.refused(0);
      return null;
    }
  }

  async signIn(): Promise<void> {
    const answer = await this.send('/api/authentication', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(this.account),
    });
    await answer.arrayBuffer();
    if (!answer.ok) return;
    const cookies = answer.headers.getSetCookie().map((line) => line.split(';')[0]!);
    this.cookie = cookies.filter((pair) => !pair.endsWith('=')).join('; ');
  }

  /** Repeats a command with one key until it is acknowledged. Returns the key. */
  async command(path: string, body: object | null): Promise<string> {
    const key = randomUUID();
    const init: RequestInit = {
      method: 'POST',
      headers: { 'Idempotency-Key': key, ...(body !== null && { 'Content-Type': 'application/json' }) },
      ...(body !== null && { body: JSON.stringify(body) }),
    };
    await this.untilAcknowledged(`POST ${path}`, () => this.ask(path, init), 200);
    return key;
  }

  /** Repeats an upload until it is acknowledged, then waits for the end of its import. Throws when the import failed. */
  async import(table: string, csv: string): Promise<void> {
    const { body } = await this.untilAcknowledged(`import of ${table}`, () => this.upload(table, csv), 202);
    const { importId } = importAnswer.parse(body);
    await this.untilAcknowledged(
      `end of import ${importId}`,
      async () => {
        const answer = await this.ask(`/api/csv/imports/${importId}`);
        if (answer?.status !== 200) return answer;
        const progress = importProgress.parse(answer.body);
        if (progress.state === 'failed')
          throw new Error(`An acknowledged import of ${table} failed: ${progress.message}`);
        return progress.state === 'completed' ? answer : null;
      },
      200,
    );
  }

  private upload(table: string, csv: string): Promise<Answered | null> {
    const form = new FormData();
    form.append('file', new Blob([csv], { type: 'text/csv' }), `${table}.csv`);
    return this.ask(`/api/csv/import?table=${table}`, { method: 'POST', body: form });
  }

  private async untilAcknowledged(
    what: string,
    send: () => Promise<Answered | null>,
    success: number,
  ): Promise<Answered> {
    const limit = performance.now() + acknowledgedWithinMs;
    for (;;) {
      const answer = await send();
      if (answer?.status === success) return answer;
      const isFinal =
        answer !== null && answer.status >= 400 && answer.status < 500 && ![401, 404, 409, 429].includes(answer.status);
      if (isFinal || performance.now() > limit)
        throw new Error(`${what} was not acknowledged: ${answer?.status} ${JSON.stringify(answer?.body)}`);
      await delay(retryAfterMs);
    }
  }

  private send(path: string, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    headers.set('X-Requested-By', 'superscope');
    if (this.cookie) headers.set('Cookie', this.cookie);
    return fetch(`${this.url}${path}`, { ...init, headers, signal: AbortSignal.timeout(answerWithinMs) });
  }

  private refused(status: number): void {
    this.refusals.set(status, (this.refusals.get(status) ?? 0) + 1);
  }
}
