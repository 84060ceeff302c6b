import { MongoBulkWriteError, MongoNetworkError, MongoServerError } from 'mongodb';
import { expect, it } from 'vitest';
import { isMongoAway } from './mongo-away.js';

/** The driver's error for a failed bulk write. */
const bulk = (cause: { message: string; code?: number | string | undefined }) =>
  Object.assign(new MongoBulkWriteError(cause as never, {} as never), { message: cause.message });

it('MongoDB is unavailable if no connection could be made or one broke, also during a bulk write', () => {
  const broken = new MongoNetworkError('connection 12 to /run/mongo.sock closed');
  expect(isMongoAway(broken)).toBe(true);
  expect(isMongoAway(bulk(broken))).toBe(true);
  expect(isMongoAway(bulk(new Error('connect ENOENT /run/mongo.sock')))).toBe(true);
  expect(isMongoAway(Object.assign(new Error('write EPIPE'), { code: 'EPIPE' }))).toBe(true);
});

it('MongoDB is not unavailable if it refused a write', () => {
  expect(isMongoAway(bulk({ message: 'E11000 duplicate key error', code: 11000 }))).toBe(false);
  expect(isMongoAway(new MongoServerError({ message: 'Document failed validation', code: 121 }))).toBe(false);
  expect(isMongoAway(new Error('The connection of two streams closed'))).toBe(false);
});
