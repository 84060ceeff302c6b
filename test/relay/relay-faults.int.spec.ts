import { afterEach, beforeEach, expect, it } from 'vitest';
import { describeOnOwnKafka } from '../harness/kafka-suite.js';
import { patience, Relaying, type RelayProcess } from './relaying.js';

await describeOnOwnKafka('the relay under faults', (broker) => {
  let relaying: Relaying;
  beforeEach(async () => {
    relaying = await Relaying.open(broker.brokers);
  });
  afterEach(() => relaying.close());

  const activeOf = async (relays: RelayProcess[]): Promise<number> => {
    const active = await Promise.all(relays.map((relay) => relay.isActive()));
    return active.filter(Boolean).length === 1 ? active.indexOf(true) : -1;
  };
  const oneIsActive = async (relays: RelayProcess[]): Promise<number> => {
    await expect.poll(() => activeOf(relays), patience).not.toBe(-1);
    return activeOf(relays);
  };

  it('is replaced by another relay when it is killed', async () => {
    const relays = await Promise.all([relaying.relayProcess(), relaying.relayProcess()]);
    const active = await oneIsActive(relays);
    const received = await relaying.records();
    const writing = relaying.writeRounds(20);
    await relays[active]!.kill();
    await writing;
    await expect.poll(() => relays[1 - active]!.isActive(), patience).toBe(true);
    await relaying.allArrived(received);
    expect(await relays[1 - active]!.stop()).toBe(0);
  });

  it('is replaced by another relay while it is paused, and steps back when it wakes', async () => {
    const relays = await Promise.all([relaying.relayProcess(), relaying.relayProcess()]);
    const active = await oneIsActive(relays);
    const [paused, other] = [relays[active]!, relays[1 - active]!];
    const received = await relaying.records();
    paused.signal('SIGSTOP');
    await relaying.writeRounds(3);
    await expect.poll(() => other.isActive(), patience).toBe(true);
    paused.signal('SIGCONT');
    await relaying.writeRounds(3);
    await expect.poll(() => paused.isActive(), patience).toBe(false);
    expect(await other.isActive()).toBe(true);
    await relaying.allArrived(received);
  });

  it('loses nothing when the broker is killed and restarted', async () => {
    await relaying.supervisedRelay();
    const received = await relaying.records();
    await relaying.writeRounds(3);
    await broker.kill9();
    await relaying.writeRounds(3);
    await broker.restart();
    await relaying.writeRounds(3);
    await relaying.allArrived(received);
  });
});
