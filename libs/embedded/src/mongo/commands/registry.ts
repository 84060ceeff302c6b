import * as collection from './collection-commands.js';
import type { Command } from './command.js';
import * as read from './read-commands.js';
import * as server from './server-commands.js';
import * as write from './write-commands.js';

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
  drop: collection.drop,
  dropDatabase: collection.dropDatabase,
  renameCollection: collection.renameCollection,
  createIndexes: collection.createIndexes,
  dropIndexes: collection.dropIndexes,
  listIndexes: collection.listIndexes,
  listCollections: collection.listCollections,
};
