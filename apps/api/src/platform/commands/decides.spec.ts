import { Module } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { CommandBus, CqrsModule } from '@nestjs/cqrs';
import { companyStream, deactivateCompany } from '@superscope/domain/company/company';
import { RuleViolation } from '@superscope/domain/rule-violation';
import { removeWatch, setWatch, watchStream, type Watches, type WatchTerms } from '@superscope/domain/watch/watch';
import { EventStore } from '@superscope/event-store/event-store';
import { describe, expect, it } from 'vitest';
import { systemContext } from './command-context.js';
import { decides, type DecidedCommand } from './decides.js';
import { storeWith } from './store-in-memory.fixture.js';

const SetWatch = decides('SetWatch', watchStream, setWatch);
const RemoveWatch = decides('RemoveWatch', watchStream, removeWatch);
const DeactivateCompany = decides('DeactivateCompany', companyStream, deactivateCompany);

const terms: WatchTerms = { planId: 'EAST.P1', metric: 'superScore', direction: 'below', threshold: 3 };
const set = (watchId: string) => ({ type: 'WatchSet', data: { userId: 'u1', watchId, ...terms } });

// Each rule is one for the compiler, which refuses this file when it stops refusing one of these.
const refused = {
  'a decision about another stream': () =>
    // @ts-expect-error A watch is not a company.
    decides('SetWatch', companyStream, setWatch),

  'events of another stream': () =>
    // @ts-expect-error A company's stream holds no watches.
    decides('SetWatch', companyStream, () => () => setWatch('u1', 'w1', terms)(watchStream.initial)),

  'a command without what its decision asks for': () =>
    // @ts-expect-error The terms are missing.
    SetWatch.of('u1', 'u1', 'w1'),

  'a revision of another stream’s record': () =>
    DeactivateCompany.of('EAST.E1', '2024-07-01')(systemContext('c'), {
      // @ts-expect-error A company has no watches.
      basedOn: { revision: 0, record: ({ watches }: Watches) => watches },
    }),
};

/** A bus that knows a command's handler, and what it writes. */
async function busOf<State, Args extends readonly unknown[]>(
  { handler }: DecidedCommand<State, Args>,
  events?: Parameters<typeof storeWith>[0],
) {
  const { store, written } = storeWith(events);
  @Module({ imports: [CqrsModule.forRoot()], providers: [handler, { provide: EventStore, useValue: store }] })
  class Decided {}
  const app = await NestFactory.createApplicationContext(Decided, { logger: false });
  return { bus: app.get(CommandBus), written };
}

describe('a command that only decides', () => {
  it('is executed by the bus, which appends what is decided to the stream with its id', async () => {
    const { bus, written } = await busOf(SetWatch);
    const { revision } = await bus.execute(SetWatch.of('u1', 'u1', 'w1', terms)(systemContext('set')));
    expect([revision, written]).toEqual([0n, [['watch-u1', set('w1')]]]);
  });

  it('has the name that it is given, by which the bus tells that nobody handles it', async () => {
    const { bus } = await busOf(SetWatch);
    const remove = RemoveWatch.of('u1', 'u1', 'w1')(systemContext('remove'));
    expect(() => bus.execute(remove)).toThrow(/\bRemoveWatch\b/);
    expect(RemoveWatch.handler.name).toBe('RemoveWatchHandler');
  });

  it('is refused as its decision refuses it', async () => {
    const { bus, written } = await busOf(DeactivateCompany);
    const deactivate = DeactivateCompany.of('EAST.E1', '2024-07-01')(systemContext('deactivate'));
    await expect(bus.execute(deactivate)).rejects.toThrow(RuleViolation);
    expect(written).toEqual([]);
  });

  it('tells its decision who commands it, and of which stream', async () => {
    const Watch = decides('Watch', watchStream, (watchId: string) => (watches, { actor }, userId) => {
      expect([actor, userId]).toEqual(['system', 'u1']);
      return setWatch(userId, watchId, terms)(watches);
    });
    const { bus, written } = await busOf(Watch);
    await bus.execute(Watch.of('u1', 'w1')(systemContext('watch')));
    expect(written).toEqual([['watch-u1', set('w1')]]);
  });

  it('is refused by the compiler if it decides about another stream', () => {
    expect(Object.keys(refused)).toHaveLength(4);
  });
});
