import { setTimeout as delay } from 'node:timers/promises';
import type { FiguresCheck, ReportCheck } from '@superscope/contracts/report-check';
import type { WorkList } from '@superscope/contracts/work';
import { expect } from 'vitest';
import type { ApiClient } from '../harness/api-server.js';
import { planId } from './as-of-portal.js';

/** Has reports of the plan made through an api at a URL, and has them checked. */
export class ReportChecks {
  constructor(private readonly url: string) {}

  upload(client: ApiClient, file: Uint8Array, name = 'report.pdf') {
    const body = new FormData();
    body.append('file', new Blob([new Uint8Array(file)], { type: 'application/pdf' }), name);
    return client.request('/api/reports/check', { method: 'POST', body });
  }

  async checked(client: ApiClient, file: Uint8Array): Promise<ReportCheck> {
    const { status, body } = await this.upload(client, file);
    expect([status, body.message]).toEqual([200, undefined]);
    return body as unknown as ReportCheck;
  }

  byCode(client: ApiClient, of: string) {
    return client.request(`/api/reports/check?code=${encodeURIComponent(of)}`, { method: 'POST' });
  }

  async doneBy(client: ApiClient, id: string): Promise<void> {
    for (;;) {
      const { body: mine } = await client.request('/api/work/mine');
      const work = (mine as unknown as WorkList).items.find((item) => item.workId === id);
      if (work?.state === 'done') return;
      if (work?.state === 'failed') throw new Error(work.reason!);
      await delay(50);
    }
  }

  async made(client: ApiClient, fields: Record<string, string> = {}): Promise<string> {
    const body = new FormData();
    for (const [name, value] of Object.entries({ engagedOnly: 'false', ...fields })) body.append(name, value);
    const asked = await client.request(`/api/plans/${planId}/reports/request`, { method: 'POST', body });
    expect([asked.status, asked.body.message]).toEqual([202, undefined]);
    const id = String(asked.body['workId']);
    await this.doneBy(client, id);
    return id;
  }

  async fileOf(id: string, by: ApiClient): Promise<Buffer> {
    const answer = await fetch(`${this.url}/api/reports/${id}/file`, { headers: { Cookie: by.cookie } });
    expect(answer.status).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  }

  /** Every answer to the check of a report's figures until it is done. */
  async answersOf(client: ApiClient, id: string): Promise<FiguresCheck[]> {
    const begun = await client.request(`/api/reports/${id}/check`, { method: 'POST' });
    expect([begun.status, begun.body.message]).toEqual([200, undefined]);
    const answers = [begun.body as unknown as FiguresCheck];
    for (;;) {
      const { status, body } = await client.request(`/api/reports/${id}/check`);
      const found = body as unknown as FiguresCheck;
      if (status !== 200 || found.state === 'failed') throw new Error(body.message ?? String(found.problem));
      answers.push(found);
      if (found.compared !== null) return answers;
      await delay(50);
    }
  }

  /** The check of a report's figures, once it is done. */
  async figuresOf(client: ApiClient, id: string): Promise<FiguresCheck & { compared: object }> {
    const found = (await this.answersOf(client, id)).at(-1)!;
    return { ...found, compared: found.compared! };
  }
}
