import type { HistoryEvent } from '@superscope/contracts/event-history';
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { eventFile } from './event-lines.js';

const event = (more: Partial<HistoryEvent> = {}): HistoryEvent => ({
  place: '7-7',
  at: '2026-01-31T01:02:03.004Z',
  category: 'plan',
  stream: 'plan-P.1',
  revision: 0,
  type: 'PlanClosed',
  eventId: 'e1',
  planId: 'P.1',
  memberId: null,
  actor: 'u1',
  role: 'Admin',
  correlationId: 'c1',
  causationId: null,
  commandId: 'k1',
  bytes: 12,
  readModels: ['plans'],
  stale: null,
  ...more,
});
const made = { filter: { planId: 'P.1' }, exportedAt: '2026-02-01T00:00:00.000Z' };

async function textOf(format: 'csv' | 'jsonl', events: HistoryEvent[]): Promise<string> {
  const found = (async function* () {
    for (const each of events) yield await Promise.resolve([each]);
  })();
  const pieces: string[] = [];
  for await (const piece of eventFile(format, made, found, () => {})) pieces.push(piece);
  return pieces.join('');
}

describe('a file of events', () => {
  it('ends with the digest of the bytes between its first and last line, for any batches', async () => {
    for (const [format, newline] of [
      ['csv', '\r\n'],
      ['jsonl', '\n'],
    ] as const) {
      const text = await textOf(format, [event(), event({ place: '8-8' })]);
      const body = text.slice(text.indexOf('\n') + 1, text.trimEnd().lastIndexOf(newline) + newline.length);
      expect(text.trimEnd().split('\n').at(-1)).toContain(createHash('sha256').update(body).digest('hex'));
      expect(body.split(newline).length - 1).toBe(2);
    }
  });

  it('has no formulas for spreadsheets as CSV', async () => {
    const text = await textOf('csv', [event({ commandId: '=HYPERLINK("x")', actor: '@all', stream: 'a,b' })]);
    expect(text).toContain(`"'=HYPERLINK(""x"")"`);
    expect(text).toContain(`,'@all,`);
    expect(text).toContain('"a,b"');
    expect(text).toContain(`"{""planId"":""P.1""}"`);
  });
});
