import * as collection from './collection-commands.js';
import type { Command } from './command.js';
import * as read from './read-commands.js';
import * as server from './server-commands.js';
import * as write from './write-commands.js';

/** Handled by Engine.inTransaction; registered only so that the command is known. */
const transactionEnd: Command = {
  fields: 'recoveryToken',
  run: () => ({ ok: 0, code: 263, errmsg: 'this command must be part of a transaction' }),
};

export const commands: Record<string, Command | undefined> = {
  hello: server.hello,
  isMaster: server.hello,
  ismaster: server.hello,
  ping: server.ping,
  buildInfo: server.buildInfo,
  endSessions: server.endSessions,
  insert: write.insert,
  update: write.update,
  delete: write.remove,
  findAndModify: write.findAndModify,
  find: read.find,
  aggregate: read.aggregate,
  count: read.count,
  distinct: read.distinct,
  getMore: read.getMore,
  killCursors: read.killCursors,
  create: collection.create,
  drop: collection.drop,
  dropDatabase: collection.dropDatabase,
  renameCollection: collection.renameCollection,
  createIndexes: collection.createIndexes,
  listIndexes: collection.listIndexes,
  dropIndexes: collection.dropIndexes,
  listCollections: collection.listCollections,
  listDatabases: collection.listDatabases,
  commitTransaction: transactionEnd,
  abortTransaction: transactionEnd,
};
