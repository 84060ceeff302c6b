import { MAX_DOCUMENT_BYTES } from '../documents/bson-codec.js';
import { MAX_MESSAGE_BYTES } from '../wire/frame-reader.js';
import { SESSION_MINUTES } from '../sessions.js';
import type { Command } from './command.js';

/**
 * The server's description for the driver: a writable primary with sessions and retried writes, but without transactions and change
 * streams.
 */
export const helloReply = () => ({
  helloOk: true,
  isWritablePrimary: true,
  ismaster: true,
  // A set name makes the driver retry writes.
  setName: 'embedded',
  hosts: ['embedded'],
  maxBsonObjectSize: MAX_DOCUMENT_BYTES,
  maxMessageSizeBytes: MAX_MESSAGE_BYTES,
  maxWriteBatchSize: 100_000,
  localTime: new Date(),
  logicalSessionTimeoutMinutes: SESSION_MINUTES,
  minWireVersion: 0,
  maxWireVersion: 21,
  readOnly: false,
  ok: 1,
});

export const hello: Command = { fields: '*', run: helloReply };

export const ping: Command = { fields: '', run: () => ({ ok: 1 }) };

export const buildInfo: Command = {
  fields: '',
  run: () => ({
    version: '7.0.0',
    versionArray: [7, 0, 0, 0],
    modules: ['superscope-embedded'],
    maxBsonObjectSize: MAX_DOCUMENT_BYTES,
    ok: 1,
  }),
};

export const endSessions: Command = {
  fields: '',
  writes: true,
  run({ engine, input }) {
    for (const id of input.list('endSessions')) {
      engine.cursors.killOf(id.toString('hex'));
      engine.retried.forget(id);
    }
    return { ok: 1 };
  },
};
