import type { RecordedEvent } from '@superscope/event-store/events/recorded-event';
import { expect, it } from 'vitest';
import { FactsWriter } from './facts-writer.js';
import type { Projection } from './projection.js';
import type { Target } from './target.js';

const event = { type: 'MemberDetailsRevised', revision: 1n, metadata: {}, created: new Date() } as RecordedEvent;

const members: Projection = {
  readModel: 'members',
  handles: [event.type],
  project: ({ revision }) => ({
    documents: [{ collection: 'members', id: 'm1', revision, set: {} }],
    rows: [{ table: 'member_fact', columns: ['member_id'], values: ['m1'] }],
  }),
};

it('a write fails only after all of its parts have ended', async () => {
  let land = () => {};
  const landing = new Promise<void>((resolve) => (land = resolve));
  const order: string[] = [];
  const bulkWrite = async () => {
    await landing;
    order.push('document written');
  };
  // The document engine answers later than the engine that refuses the rows.
  const query = async () => {
    setImmediate(land);
    throw new Error('refused');
  };
  const target = { view: () => ({ bulkWrite }), table: (name: string) => name, clickhouse: { query } };
  const writer = new FactsWriter(target as unknown as Target, [members]);
  await writer.write([event]).catch((error: Error) => order.push(error.message));
  await landing;
  expect(order).toEqual(['document written', 'Writing member_fact failed.']);
});
