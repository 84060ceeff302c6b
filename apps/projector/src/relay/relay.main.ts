import { setTimeout as delay } from 'node:timers/promises';
import { productVersion } from '@superscope/contracts/build-info';
import { RawEventLog } from '@superscope/event-store/reading/raw-event-log';
import { settingsOrEnd } from '@superscope/event-store/connection/settings';
import { endWhenStuck } from '@superscope/event-store/connection/stuck-mongo';
import { ProcessNotes } from '@superscope/event-store/processes/process-notes';
import { MongoClient } from 'mongodb';
import { pino } from 'pino';
import { Counter, Gauge } from 'prom-client';
import { serveMetrics } from '../runtime/operations/metrics-server.js';
import { KafkaNote } from './kafka-note.js';
import { readRelayEnv } from './relay-env.js';
import { Relay } from './relay.js';

/**
 * The relay reports that it is ready after this time at the latest, because Kafka may start later. If it finds before that the topic must
 * not be used, its supervisor sees a failed start.
 */
const readyAfterMs = 20_000;
const stoppedWithinMs = 10_000;

const env = await settingsOrEnd(() => readRelayEnv(process.env));
const log = pino({ name: 'relay', level: env.LOG_LEVEL });
const mongo = await MongoClient.connect(env.MONGODB_URL);
endWhenStuck([mongo], log);
const events = new RawEventLog(env.EVENTSTORE_URL);
const relayed = new Counter({ name: 'superscope_relayed_events_total', help: 'Events that Kafka acknowledged' });
const relay = new Relay({
  events,
  ops: mongo.db('ops'),
  settings: env.kafka,
  log,
  onRelayed: (count) => relayed.inc(count),
});

new Gauge({
  name: 'superscope_relay_lag_seconds',
  help: 'Age of the oldest event that Kafka has not acknowledged',
  collect() {
    this.set(relay.secondsBehind);
  },
});
new Gauge({
  name: 'superscope_relay_active',
  help: '1 on the relay that holds the lease',
  collect() {
    this.set(relay.isActive ? 1 : 0);
  },
});
new Gauge({
  name: 'superscope_relay_caught_up',
  help: '1 once everything there was has been relayed',
  collect() {
    this.set(relay.isCaughtUp ? 1 : 0);
  },
});
const notes = new ProcessNotes(mongo.db('ops'), { kind: 'relay', version: productVersion });
notes.start();
const kafkaNote = new KafkaNote(mongo.db('ops'), env.kafka, log);
kafkaNote.start();
if (env.RELAY_PORT) serveMetrics(env.RELAY_PORT, env.METRICS_HOST);

let stopping = false;
const stop = async () => {
  if (stopping) return;
  stopping = true;
  kafkaNote.stop();
  // Records in flight to an unavailable broker may be abandoned, because the next relay sends them again.
  await Promise.race([relay.stop(), delay(stoppedWithinMs)]);
  await Promise.race([notes.stop(), delay(1_000)]);
  await Promise.race([Promise.all([events.close(), mongo.close()]), delay(stoppedWithinMs / 2)]);
  process.exit(0);
};
process.on('SIGTERM', () => void stop());
process.on('SIGINT', () => void stop());
// The supervisor has ended, and no other process would end this one.
process.on('disconnect', () => void stop());

/** Ends the process. The supervisor starts it again, and it continues from the checkpoint. */
const end = (error: unknown) => {
  if (stopping) return;
  log.fatal({ err: error }, 'the relay ended');
  process.send?.({ ready: false, error: error instanceof Error ? error.message : String(error) });
  process.exitCode = 1;
  setImmediate(() => process.exit(1));
};
const started = relay.start();
started.catch(end);
relay.done.catch(end);
await Promise.race([started.catch(() => undefined), delay(readyAfterMs, null, { ref: false })]);
if (process.exitCode === undefined) process.send?.({ ready: true, url: '' });
