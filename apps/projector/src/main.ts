import { productVersion } from '@superscope/contracts/build-info';
import { deadLetterStates } from '@superscope/contracts/dead-letters';
import { wantedSchema } from '@superscope/contracts/wanted-schema';
import { settingsOrEnd } from '@superscope/event-store/connection/settings';
import { endWhenStuck } from '@superscope/event-store/connection/stuck-mongo';
import { awaitSchema } from '@superscope/event-store/schema/applied-schemas';
import { ProcessNotes } from '@superscope/event-store/processes/process-notes';
import { setTimeout as delay } from 'node:timers/promises';
import { pino } from 'pino';
import { Counter, Gauge } from 'prom-client';
import { readEnv } from './env.js';
import { AsOfRunner } from './history/as-of-runner.js';
import { kafkaSettings } from './kafka/kafka-settings.js';
import { derivations, projections } from './read-models.js';
import { Changes } from './runtime/writing/changes.js';
import { connect } from './runtime/operations/connections.js';
import { DeadLetters } from './runtime/operations/dead-letters.js';
import { liveFeed, measureFeed } from './runtime/feed/live-feed.js';
import { serveMetrics } from './runtime/operations/metrics-server.js';
import { PauseSwitch } from './runtime/operations/pause.js';
import { Projector } from './runtime/projector.js';
import { FactsWriter } from './runtime/writing/facts-writer.js';
import { Target } from './runtime/writing/target.js';

const env = await settingsOrEnd(() => readEnv(process.env));
const log = pino({ name: 'projector', level: env.LOG_LEVEL });
const connections = await connect(env);
const { store, mongo, clickhouse, secret } = connections;

const kind = { cluster: env.CLICKHOUSE_CLUSTER ?? null };
await awaitSchema(mongo.db('views'), wantedSchema, (sentence) => log.warn(sentence));
const target = new Target(mongo.db('views'), clickhouse);
const ops = mongo.db('ops');
const changes = new Changes(ops);

const projected = new Counter({ name: 'superscope_projected_events_total', help: 'Events applied to the read models' });
const parts = { projections, derivations: derivations(secret) };
const types = new FactsWriter(target, parts.projections, parts.derivations).types();
// If the feed ends for good, the process exits, and its supervisor starts it again.
const feed = await liveFeed(connections, target, types, kafkaSettings(env), log, () => process.exit(1));
const deadLetters = new DeadLetters(ops, log);
const projector = new Projector({
  store,
  ops,
  target,
  feed,
  changes,
  deadLetters,
  pause: new PauseSwitch(ops),
  ...parts,
  log,
  onBatch: (events) => projected.inc(events),
});
await projector.start();
const asOfRunner = new AsOfRunner(
  { store, mongo, clickhouse, openDatabase: connections.openDatabase, kind, live: target, deadLetters, ...parts },
  ops,
  log,
  { idleMinutes: env.SUPERSCOPE_HISTORY_IDLE_MINUTES, diskBytes: env.SUPERSCOPE_HISTORY_DISK_MB * 1_048_576 },
);
asOfRunner.start();
// System health shows how much of the quota is used.
const diskBytes = env.SUPERSCOPE_HISTORY_DISK_MB * 1_048_576;
await ops
  .collection<{ _id: string }>('control')
  .updateOne({ _id: 'asOfLimits' }, { $set: { diskBytes } }, { upsert: true });

if (env.PROJECTOR_PORT) {
  measureFeed(feed);
  new Gauge({
    name: 'superscope_stale_plan_months',
    help: 'Plans waiting to be derived again',
    async collect() {
      this.set(await target.dirty().countDocuments({}));
    },
  });
  new Gauge({
    name: 'superscope_dead_letters',
    help: 'What could not be applied to the read models, by state',
    labelNames: ['state'],
    async collect() {
      const counts = await deadLetters.counts();
      for (const state of deadLetterStates) this.set({ state }, counts[state]);
    },
  });
  new Gauge({
    name: 'superscope_event_history_behind_seconds',
    help: 'How long the oldest row of the event history that this projector holds has waited to be written',
    collect() {
      this.set(projector.deferredSeconds);
    },
  });
  serveMetrics(env.PROJECTOR_PORT, env.METRICS_HOST);
}
const notes = new ProcessNotes(ops, { kind: 'projector', version: productVersion });
notes.start();
process.send?.({ ready: true, url: '' });
log.info('projecting');
endWhenStuck([connections.mongo, connections.vaultMongo], log);

let stopping = false;
const stop = async () => {
  if (stopping) return;
  stopping = true;
  await projector.stop();
  await Promise.race([asOfRunner.stop(), delay(2_000)]);
  await Promise.race([notes.stop(), delay(1_000)]);
  // An unavailable engine must not keep this process running.
  await Promise.race([connections.close(), delay(2_000)]);
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
// The supervisor has ended, and no other process would end this one.
process.on('disconnect', () => void stop());
