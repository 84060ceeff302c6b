import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { messageOf } from '@superscope/projector/kafka/record';
import { directPartition } from '@superscope/event-store/reading/projection-feed';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { SamplePlan } from '../harness/sample-plan.js';

type Line = Record<string, unknown> & { msg?: string; correlationIds?: string[] };

/** A log that can be looked through. */
class Lines {
  private readonly lines: Line[] = [];

  write(text: string): void {
    this.lines.push(JSON.parse(text) as Line);
  }

  all(): string {
    return this.lines.map((line) => JSON.stringify(line)).join('\n');
  }

  /** Waits for a line that says so. */
  async find(msg: string, isIt: (line: Line) => boolean): Promise<Line> {
    for (;;) {
      const found = this.lines.find((line) => line.msg === msg && isIt(line));
      if (found) return found;
      await delay(20);
    }
  }
}

const apiLog = new Lines();
const projectorLog = new Lines();
let engines: PortalEngines;
let api: Awaited<ReturnType<typeof startApi>>;
let projector: Awaited<ReturnType<PortalEngines['projector']>>;
let staff: ApiClient;

beforeAll(async () => {
  engines = await PortalEngines.start();
  projector = await engines.projector(undefined, pino({ name: 'projector', level: 'info' }, projectorLog));
  await projector.start();
  api = await startApi(engines, { LOG_LEVEL: 'debug' }, apiLog);
  staff = api.client();
  await staff.signIn('admin');
  const plan = new SamplePlan(engines.store, engines.identity, 'PF.traced');
  await plan.figures();
  await plan.register(3);
  await plan.month('2026-01', 80_000);
  while (!(await staff.request('/api/plan/PF.traced')).body['lastMonth']) await delay(50);
});

afterAll(async () => {
  await api.stop();
  await projector.stop();
  await engines.stop();
});

/** Closing a plan changes the months that it shows from then on, so that they are derived anew. */
const close = (on: string, headers: Record<string, string> = {}) =>
  staff.post('/api/plans/PF.traced/close', { on }, headers);

describe('the correlation id of a command', () => {
  it('is in every log line that the command leads to, from the api to the view that shows it', async () => {
    const id = randomUUID();
    const firstChangeOf = await listen();
    const answer = await close('2026-02-10', { 'X-Correlation-Id': id });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('X-Correlation-Id')).toBe(id);

    const request = await apiLog.find('request', (line) => line['correlationId'] === id);
    expect(request).toMatchObject({ name: 'api', method: 'POST', route: '/api/plans/:planId/close', status: 200 });

    const { raw } = await lastOf('plan-PF.traced');
    expect(raw.metadata).toMatchObject({ correlationId: id });
    expect(messageOf(raw, 12).headers).toMatchObject({ correlationId: id });

    const isOfIt = ({ correlationIds }: Line) => correlationIds?.includes(id) === true;
    expect(await projectorLog.find('facts written', isOfIt)).toMatchObject({
      name: 'projector',
      partition: directPartition,
      position: expect.stringMatching(/^\d+\/\d+$/),
      events: expect.any(Number),
      ms: expect.any(Number),
    });
    expect(await projectorLog.find('derived', isOfIt)).toMatchObject({ planId: 'PF.traced', ms: expect.any(Number) });

    // And the browser can tell that it was its own command.
    expect(await firstChangeOf(id)).toMatchObject({ planId: 'PF.traced' });
  });

  it('is made by the api where the caller sends none, or one that could forge a line', async () => {
    const none = (await close('2026-02-11')).headers.get('X-Correlation-Id');
    const forged = (await close('2026-02-12', { 'X-Correlation-Id': 'x; {"level":60}' })).headers.get(
      'X-Correlation-Id',
    );
    for (const id of [none, forged]) expect(id).toMatch(/^[0-9a-f-]{36}$/);
    expect(none).not.toBe(forged);
    expect(await apiLog.find('request', (line) => line['correlationId'] === forged)).toMatchObject({ status: 200 });
  });
});

describe('the log', () => {
  it('has neither what is searched for, nor ids of what is looked at', async () => {
    const { headers } = await staff.request('/api/plan?name=Surname%20Okafor');
    const id = headers.get('X-Correlation-Id');
    const line = await apiLog.find('request', (each) => each['correlationId'] === id);
    expect(line).toMatchObject({ level: 20, method: 'GET', route: '/api/plan' });
    expect(apiLog.all()).not.toContain('Okafor');
    expect(apiLog.all()).not.toContain('PF.traced');
  });
});

async function lastOf(stream: string) {
  const events = [];
  for await (const event of engines.store.read(stream)) events.push(event);
  const { id, type, revision, position, created } = events.at(-1)!;
  const { data, metadata } = events.at(-1) as { data?: unknown; metadata?: unknown };
  return { raw: { id, type, streamId: stream, revision, position, created, data, metadata } };
}

/** Listens as a browser does; answers what waits for the first change that a command is behind. */
async function listen(): Promise<(id: string) => Promise<unknown>> {
  const answer = await fetch(`${api.url}/api/changes`, { headers: { Cookie: staff.cookie } });
  return async (id) => {
    let text = '';
    for await (const bytes of answer.body!) {
      text += Buffer.from(bytes).toString();
      const found = text
        .split('\n')
        .filter((line) => line.startsWith('data: ') && line.endsWith('}'))
        .map((line) => JSON.parse(line.slice(6)) as { correlationIds: string[] })
        .find(({ correlationIds }) => correlationIds.includes(id));
      if (found) return found;
    }
    throw new Error('The stream of changes ended.');
  };
}
