import type { ClickHouseTracer } from '@clickhouse/client';
import type { MongoClient } from 'mongodb';
import { beginWait, currentWaits } from './waits.js';

/**
 * A call waits for MongoDB from when it asks for a connection until it gives it back. The driver's events of commands would decode each
 * answer twice.
 */
export function noteMongoWaits(client: MongoClient): void {
  client.on('connectionCheckOutStarted', () => currentWaits()?.begin('mongodb'));
  client.on('connectionCheckedIn', () => currentWaits()?.end('mongodb'));
}

const ignored = () => {};

/** A call waits for ClickHouse from each question until its answer is read. Nothing of either is kept. */
export const clickhouseWaits: ClickHouseTracer = {
  startActiveSpan: (_name, _options, run) =>
    run({ setAttributes: ignored, setStatus: ignored, recordException: ignored, end: beginWait('clickhouse') }),
};
