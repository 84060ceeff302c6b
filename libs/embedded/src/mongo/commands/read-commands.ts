import { MongoError } from '../mongo-error.js';
import { encode, type Document } from '../documents/bson-codec.js';
import { count as countDocuments, find as findDocuments, parseSort } from '../documents/find.js';
import { EMPTY_ARRAY, valuesAt } from '../documents/values-at.js';
import { encodeValue } from '../documents/key-encoding.js';
import { aggregate as runAggregate } from '../documents/pipeline.js';
import { compileProjection } from '../documents/projection.js';
import type { StoredDocument } from '../documents/stored-document.js';
import { asLong, type Command, type CommandContext } from './command.js';

export const find: Command = {
  fields: 'filter sort projection skip limit batchSize singleBatch allowDiskUse',
  transactional: true,
  run(context) {
    const { input } = context;
    const filter = input.document('filter') ?? {};
    const project = compileProjection(input.document('projection'), filter);
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
  transactional: true,
  run(context) {
    const { input } = context;
    const results = runAggregate(context.view(), input.documents('pipeline'), context.collections);
    return cursorReply(context, encoded(results), input.document('cursor')?.['batchSize'] as number | undefined);
  },
};

export const count: Command = {
  fields: 'query skip limit',
  run(context) {
    const { input } = context;
    const view = context.view();
    const all = view ? countDocuments(view, input.document('query') ?? {}) : 0;
    const rest = Math.max(0, all - (input.number('skip') ?? 0));
    return { n: Math.min(rest, Math.abs(input.number('limit') ?? 0) || Infinity), ok: 1 };
  },
};

export const distinct: Command = {
  fields: 'key query',
  transactional: true,
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
  transactional: true,
  run({ engine, input, cursorOwner }) {
    const namespace = `${input.database}.${String(input.value('collection'))}`;
    return engine.cursors.more(input.long('getMore'), namespace, cursorOwner, input.number('batchSize'));
  },
};

export const killCursors: Command = {
  fields: 'cursors',
  transactional: true,
  run({ engine, input }) {
    const cursorsKilled: unknown[] = [];
    const cursorsNotFound: unknown[] = [];
    for (const each of input.list('cursors') as unknown[]) {
      (engine.cursors.kill(asLong(each)) ? cursorsKilled : cursorsNotFound).push(asLong(each));
    }
    return { cursorsKilled, cursorsNotFound, cursorsAlive: [], cursorsUnknown: [], ok: 1 };
  },
};

export function cursorReply(
  context: CommandContext,
  documents: Iterable<Buffer>,
  batchSize?: number,
  singleBatch?: boolean,
) {
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

function* encoded(documents: Iterable<Document>): Generator<Buffer> {
  for (const document of documents) yield encode(document);
}
