import { randomUUID } from 'node:crypto';
import { mayPass } from '@superscope/api/csv/run/import-writer';
import { problemOf } from '@superscope/api/platform/http/problem.filter';
import { planStream, recordPlan } from '@superscope/domain/plan/plan';
import { EventStoreFullError } from '@superscope/event-store/connection/errors';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { command, openStore, planOf } from './engines.js';

let running: Awaited<ReturnType<typeof openStore>>;
beforeAll(async () => {
  running = await openStore();
});
afterAll(() => running.close());

it('on a full disk a command is refused with 507 and an import waits; both succeed once there is space', async () => {
  const { store, stopServer, startServer } = running;
  await stopServer();
  await startServer({ maxBytes: 1 });
  const write = (id: string) => store.transact(planStream, id, recordPlan(planOf(id)), command({ commandId: id }));
  const ids: string[] = [];
  let refusal: unknown = null;
  while (refusal === null) {
    ids.push(randomUUID());
    refusal = await write(ids.at(-1)!).then(
      () => null,
      (error: unknown) => error,
    );
  }
  expect(refusal).toBeInstanceOf(EventStoreFullError);
  expect(problemOf(refusal)).toMatchObject({ status: 507, body: { message: expect.stringContaining('no room') } });
  expect(mayPass(refusal)).toBe(true);
  await stopServer();
  await startServer();
  for (const id of ids) expect(await write(id)).toMatchObject({ revision: 0n, events: 1 });
});
