import { MongoError } from '../mongo-error.js';
import { encode, type Document } from '../documents/bson-codec.js';
import { count as countDocuments, find as findDocuments, parseSort } from '../documents/find.js';
import { EMPTY_ARRAY, valuesAt } from '../documents/values-at.js';
import { encodeValue } from '../documents/key-encoding.js';
import { countRequest } from '../documents/count-pipeline.js';
import { compileProjection } from '../documents/field-projection.js';
import type { StoredDocument } from '../documents/stored-document.js';
import { asLong, type Command, type CommandContext } from './command.js';

export const find: Command = {
  fields: 'filter sort projection skip limit batchSize singleBatch allowDiskUse',
  run(context) {
    const { input } = context;
    const filter = input.document('filter') ?? {};
    const project = compileProjection(input.document('projection'));
    const sort = parseSort(input.document('sort'));
    const view = context.view();
    const found = view
      ? findDocuments(view, { filter, sort, skip: input.number('skip'), limit: input.number('limit') })
      : [];
    return cursorReply(context, projected(found, project), input.number('batchSize'), input.flag('singleBatch'));
  },
};

export const aggregate: Command = {
  fields: 'pipeline cursor allowDiskUse bypassDocumentValidation',
  run(context) {
    const { input } = context;
    const { filter, skip, limit, result } = countRequest(input.documents('pipeline'));
    const n = counted(context, filter, skip, limit);
    return cursorReply(context, n > 0 ? [encode(result(n))] : []);
  },
};

export const count: Command = {
  fields: 'query skip limit',
  run(context) {
    const { input } = context;
    const { skip, limit } = { skip: input.number('skip') ?? 0, limit: Math.abs(input.number('limit') ?? 0) };
    return { n: counted(context, input.document('query') ?? {}, skip, limit), ok: 1 };
  },
};

export const distinct: Command = {
  fields: 'key query',
  run(context) {
    const path = String(context.input.value('key'));
    const view = context.view();
    const found = new Map<string, unknown>();
    for (const { document } of view ? findDocuments(view, { filter: context.input.document('query') ?? {} }) : []) {
      for (const value of valuesAt(document, path).values) {
        if (value === undefined || value === EMPTY_ARRAY) continue;
        found.set(encodeValue(value, true).toString('latin1'), value);
      }
    }
    return { values: [...found.values()], ok: 1 };
  },
};

export const getMore: Command = {
  fields: 'collection batchSize',
  run({ engine, input, cursorOwner }) {
    const namespace = `${input.database}.${String(input.value('collection'))}`;
    return engine.cursors.more(input.long('getMore'), namespace, cursorOwner, input.number('batchSize'));
  },
};

export const killCursors: Command = {
  fields: 'cursors',
  run({ engine, input }) {
    const cursorsKilled: unknown[] = [];
    const cursorsNotFound: unknown[] = [];
    for (const each of input.list('cursors') as unknown[]) {
      (engine.cursors.kill(asLong(each)) ? cursorsKilled : cursorsNotFound).push(asLong(each));
    }
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
  },
};

function cursorReply(context: CommandContext, documents: Iterable<Buffer>, batchSize?: number, singleBatch?: boolean) {
  const { engine, input, cursorOwner } = context;
  if (batchSize !== undefined && batchSize < 0) throw new MongoError(2, 'batchSize must not be negative');
  const namespace = `${input.database}.${input.target}`;
  return engine.cursors.reply(documents, { namespace, owner: cursorOwner, batchSize, singleBatch });
}

function* projected(
  documents: Iterable<StoredDocument>,
  project: (stored: StoredDocument) => Buffer,
): Generator<Buffer> {
  for (const stored of documents) yield project(stored);
}

function counted(context: CommandContext, filter: Document, skip: number, limit: number): number {
  const view = context.view();
  const all = view ? countDocuments(view, filter) : 0;
  return Math.min(Math.max(0, all - skip), limit || Infinity);
}
