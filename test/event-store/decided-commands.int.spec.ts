import { randomUUID } from 'node:crypto';
import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { decides } from '@superscope/api/platform/commands/decides';
import { planStream, recordPlan, type Plan } from '@superscope/domain/plan/plan';
import { RecordChanged } from '@superscope/event-store/appending/deciding';
import { EventStore } from '@superscope/event-store/event-store';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { collect, command, openStore, planOf } from './engines.js';

const RecordPlan = decides('RecordPlan', planStream, recordPlan);
const record = ({ details }: Plan) => details?.name;

let running: Awaited<ReturnType<typeof openStore>>;
let bus: CommandBus;
beforeAll(async () => {
  running = await openStore();
  @Module({
    imports: [CqrsModule.forRoot()],
    providers: [RecordPlan.handler, { provide: EventStore, useValue: running.store }],
  })
  class Decided {}
  bus = (await NestFactory.createApplicationContext(Decided, { logger: false })).get(CommandBus);
});
afterAll(() => running.close());

describe('a command that only decides', () => {
  const named = (planId: string, name: string) => RecordPlan.of(planId, planOf(planId, name));
  const typesIn = async (planId: string) =>
    (await collect(running.store.read(`plan-${planId}`))).map(({ type }) => type);

  it('writes nothing when it is repeated, whatever it would decide by then', async () => {
    const [planId, by] = [randomUUID(), command()];
    const first = await bus.execute(named(planId, 'Acme')(by));
    await bus.execute(named(planId, 'Acme Group')(command()));
    expect(await bus.execute(named(planId, 'Acme')(by))).toEqual(first);
    expect(await typesIn(planId)).toEqual(['PlanRegistered', 'PlanDetailsRevised']);
  });

  it('writes nothing over a change that its author had not read', async () => {
    const planId = randomUUID();
    for (const name of ['Acme', 'Theirs']) await bus.execute(named(planId, name)(command()));
    const save = (revision: number) => bus.execute(named(planId, 'Mine')(command(), { basedOn: { revision, record } }));
    await expect(save(0)).rejects.toThrow(RecordChanged);
    expect(await typesIn(planId)).toHaveLength(2);
    expect(await save(1)).toMatchObject({ revision: 2n, events: 1 });
  });
});
