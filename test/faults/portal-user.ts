import { createHash, randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { importAnswer, importProgress } from '@superscope/contracts/csv-import';
import { workBegun, workList, type ReportRequest, type WorkItem } from '@superscope/contracts/work';
import type { Findings } from './findings.js';
import type { ReportEnd } from './sent.js';

/** Timeout of a request, longer than any pause. */
const answerWithinMs = 90_000;
/** A write that takes longer than this after all faults are over is a failure. */
const acknowledgedWithinMs = 240_000;
/** Three tries with the pauses between them, after those of an impatient person. */
export const reportEndsWithinMs = 600_000;
/** How often a person has a document tried again before its time has come. */
const impatience = 2;
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
  ask(path: string, init: RequestInit = {}): Promise<Answered | null> {
    return this.answered(path, init, (bytes) => {
      const text = bytes.toString();
      return text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text;
    });
  }

  private async answered(path: string, init: RequestInit, read: (bytes: Buffer) => unknown): Promise<Answered | null> {
    try {
      const answer = await this.send(path, init);
      const bytes = Buffer.from(await answer.arrayBuffer());
      if (!answer.ok) this.refused(answer.status);
      if (answer.status >= 500 && !away.has(answer.status))
        this.findings.note(
          'failures',
          `${init.method ?? 'GET'} ${path} was answered ${answer.status}: ${String(bytes)}`,
        );
      if (answer.status === 401) await this.signIn();
      return { status: answer.status, body: read(bytes) };
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

  /** Asks for a document until the request is acknowledged. Returns the id of its work. */
  async requestReport(report: ReportRequest): Promise<string> {
    const init = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(report),
    };
    const { body } = await this.untilAcknowledged(
      `request for ${report.kind}`,
      () => this.ask('/api/reports', init),
      202,
    );
    return workBegun.parse(body).workId;
  }

  /** Waits until a document is there or has failed. What is to be tried again later is tried at once, as an impatient person does twice. */
  async endOfReport(workId: string): Promise<ReportEnd> {
    let tries = 0;
    const { body } = await this.untilAcknowledged(
      `end of report ${workId}`,
      async () => {
        const answer = await this.ask('/api/work/mine');
        if (answer?.status !== 200) return answer;
        const item = workList.parse(answer.body).items.find((each) => each.workId === workId);
        if (item?.state === 'retrying' && tries < impatience) {
          tries += 1;
          await this.ask(`/api/work/${workId}/retry`, { method: 'POST' });
        }
        return item?.state === 'done' || item?.state === 'failed' ? { status: 200, body: item } : null;
      },
      200,
      reportEndsWithinMs,
    );
    const { state, reason } = body as WorkItem;
    if (state === 'failed') return { state, reason: reason ?? '' };
    const file = await this.untilAcknowledged(
      `file of report ${workId}`,
      () => this.answered(`/api/reports/${workId}/file`, {}, (bytes) => bytes),
      200,
    );
    return {
      state: 'done',
      sha256: createHash('sha256')
        .update(file.body as Buffer)
        .digest('hex'),
    };
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
    withinMs = acknowledgedWithinMs,
  ): Promise<Answered> {
    const limit = performance.now() + withinMs;
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
