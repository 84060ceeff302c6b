import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { textTable } from '../bench/table.js';
import { FaultTally } from '../faults/fault-table.js';
import { clusterFaults } from './cluster-faults.js';
import { ClusterLoad } from './cluster-load.js';
import { Deployment } from './deployment.js';

const rounds = process.env['SUPERSCOPE_LONG'] === 'true' ? 3 : 1;
/** Containers are killed and cut off one after another, on a possibly busy machine. */
const patience = 900_000;
const deployment = new Deployment(inject('deployment'));
const say = (text: string) => void process.stdout.write(`${text}\n`);

describe('a cluster under load', () => {
  const tally = new FaultTally();
  let load: ClusterLoad;

  beforeAll(async () => {
    load = await ClusterLoad.prepare(deployment, 'cluster');
  }, patience);

  afterAll(async () => {
    if (load === undefined) return;
    Object.assign(tally, { ...load.sent.acknowledged, looks: load.looks });
    say(`${textTable(tally.table(), [1, 2, 3, 4])}\n${tally.summary()}`);
    await load.close();
  });

  describe.each(Array.from({ length: rounds }, (_, round) => round))('in round %i', (round) => {
    it.each(clusterFaults)(
      'loses, doubles and half shows nothing, and speaks to people in sentences, with $name',
      async ({ name, strike }) => {
        const visitor = await load.while(async () => {
          await delay(1_000);
          await strike({ deployment, engines: load.engines, round });
        });
        const found = load.findings.take();
        tally.round([name], found);
        say(`${name}: ${visitor.opened} pages opened; told: ${JSON.stringify([...visitor.told])}`);
        const { lost, doubled, halfVisible, failures, notes } = found;
        expect({ lost, doubled, halfVisible, failures }, notes.join('\n')).toEqual({
          lost: 0,
          doubled: 0,
          halfVisible: 0,
          failures: 0,
        });
        expect(visitor.opened).toBeGreaterThan(0);
        expect(visitor.unspoken).toEqual([]);
        for (const end of load.sent.reports.values())
          if (end.state === 'failed') expect(end.reason).toMatch(/^[A-Z].*\.$/s);
      },
      patience,
    );
  });
});
