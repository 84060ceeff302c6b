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

it('an import is shown as ended only after the figures that it changes are marked as stale', async () => {
  const of = (readModel: 'imports' | 'members', type: string, id: string): Projection => ({
    readModel,
    handles: [type],
    project: ({ revision }) => ({ documents: [{ collection: readModel, id, revision, set: {} }] }),
  });
  const completed = { ...event, type: 'ImportCompleted', position: { commit: 1n, prepare: 1n } };
  const revised = { ...event, position: { commit: 2n, prepare: 2n } };
  const months = { plans: { planId: 'p1' }, memberId: null, fromMonth: '2026-01', toMonth: '2026-02' };
  const scores = { name: 'scores', factsCountBy: [], staleBy: { [revised.type]: () => [months] } };
  const order: string[] = [];
  const writes = (what: string) => ({ bulkWrite: async () => order.push(what) });
  const target = { view: writes, dirty: () => writes('stale months') } as unknown as Target;
  const projections = [of('imports', completed.type, 'i1'), of('members', revised.type, 'm1')];
  await new FactsWriter(target, projections, [scores]).write([completed, revised]);
  expect(order).toEqual(['members', 'stale months', 'imports']);
});
