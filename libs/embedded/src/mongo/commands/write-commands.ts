import { ObjectId } from 'bson';
import { MongoError, asMongoError } from '../mongo-error.js';
import {
  decode,
  decodeDeep,
  decodeShallow,
  encode,
  encodeWithRaw,
  MAX_DOCUMENT_BYTES,
  Raw,
  type Document,
} from '../documents/bson-codec.js';
import { applyUpdate, documentForUpsert, idFirst } from '../documents/apply-update.js';
import { parseUpdate, updatedBody, type Update } from '../documents/update.js';
import { compileProjection } from '../documents/field-projection.js';
import { find, findFirst, parseSort } from '../documents/find.js';
import { encodeValue } from '../documents/key-encoding.js';
import { StoredDocument } from '../documents/stored-document.js';
import type { DocumentWriter } from '../storage/document-writer.js';
import type { Command, CommandContext } from './command.js';

export const insert: Command = {
  fields: 'documents ordered bypassDocumentValidation',
  writes: true,
  run(context) {
    const writer = context.writer();
    let n = 0;
    const writeErrors = each(context, context.input.list('documents'), (bytes) => {
      insertOne(writer, bytes);
      n += 1;
    });
    return { n, ...writeErrors, ok: 1 };
  },
};

export const update: Command = {
  fields: 'updates ordered bypassDocumentValidation',
  writes: true,
  run(context) {
    const writer = context.writer();
    let n = 0;
    let nModified = 0;
    const upserted: { index: number; _id: unknown }[] = [];
    const writeErrors = each(context, context.input.list('updates'), (bytes, index) => {
      const result = updateDocuments(writer, parseStatement(bytes));
      n += result.matched + (result.upserted ? 1 : 0);
      nModified += result.modified;
      if (result.upserted) upserted.push({ index, _id: result.upserted['_id'] });
    });
    return { n, nModified, ...(upserted.length > 0 && { upserted }), ...writeErrors, ok: 1 };
  },
};

export const remove: Command = {
  fields: 'deletes ordered',
  writes: true,
  run(context) {
    let n = 0;
    const writer = context.collection() && context.writer();
    const writeErrors = each(context, context.input.list('deletes'), (bytes) => {
      const { q, limit, ...others } = decode(bytes);
      refuseOthers(others, 'delete');
      if (writer) n += removeDocuments(writer, q as Document, Number(limit ?? 0));
    });
    return { n, ...writeErrors, ok: 1 };
  },
};

export const findAndModify: Command = {
  fields: 'query sort update remove new upsert fields bypassDocumentValidation',
  writes: true,
  run(context) {
    const { input } = context;
    const filter = input.document('query') ?? {};
    const writer = context.writer();
    const old = findFirst(writer.view, { filter, sort: parseSort(input.document('sort')) });
    const project = compileProjection(input.document('fields'));
    const value = (stored: StoredDocument | undefined) => (stored ? new Raw(project(stored)) : null);
    if (input.flag('remove')) {
      if (old) writer.remove(old);
      return encodeWithRaw({ lastErrorObject: { n: old ? 1 : 0 }, value: value(old), ok: 1 });
    }
    const changes = parseUpdate(input.value('update'));
    if (old) {
      const changed = modify(writer, old, changes) ?? old;
      const result = value(input.flag('new') ? changed : old);
      return encodeWithRaw({ lastErrorObject: { n: 1, updatedExisting: true }, value: result, ok: 1 });
    }
    if (!input.flag('upsert')) {
      return encodeWithRaw({ lastErrorObject: { n: 0, updatedExisting: false }, value: null, ok: 1 });
    }
    const inserted = upsert(writer, changes, filter);
    const lastErrorObject = { n: 1, updatedExisting: false, upserted: inserted.document['_id'] as unknown };
    return encodeWithRaw({ lastErrorObject, value: input.flag('new') ? value(inserted) : null, ok: 1 });
  },
};

type Statement = { filter: Document; changes: Update; multi: boolean; upsert: boolean };

/** Runs the statements of a batch; in an ordered batch the first failure ends it. */
function each(context: CommandContext, statements: Buffer[], run: (bytes: Buffer, index: number) => void) {
  const ordered = context.input.value('ordered') !== false;
  const writeErrors: Document[] = [];
  for (const [index, bytes] of statements.entries()) {
    try {
      run(bytes, index);
    } catch (error) {
      if ((error as { code?: unknown }).code?.toString().startsWith('SQLITE')) throw error;
      const { code, message, extra } = asMongoError(error);
      writeErrors.push({ index, code, errmsg: message, ...extra });
      if (ordered) break;
    }
  }
  return writeErrors.length ? { writeErrors } : {};
}

function parseStatement(bytes: Buffer): Statement {
  const { q, u, multi, upsert: upserts, ...others } = decodeShallow(bytes);
  refuseOthers(others, 'update');
  const statement = {
    filter: decodeDeep(q) as Document,
    changes: parseUpdate(u),
    multi: Boolean(multi),
    upsert: Boolean(upserts),
  };
  if (statement.multi && statement.changes.kind === 'replacement') {
    throw new MongoError(9, 'multi update is not supported for replacement-style update');
  }
  return statement;
}

function refuseOthers(others: Document, statement: string): void {
  const [name] = Object.keys(others);
  if (name)
    throw new MongoError(40415, `the embedded server does not know the field '${name}' of an ${statement} statement`);
}

function insertOne(writer: DocumentWriter, bytes: Buffer): void {
  let document = decode(bytes);
  let body = bytes;
  if (Object.keys(document)[0] !== '_id') {
    document = idFirst({ ...document, _id: (document['_id'] as unknown) ?? new ObjectId() });
    body = encode(document);
  }
  writer.insert(keyOf(document), document, checkSize(body));
}

function updateDocuments(writer: DocumentWriter, { filter, changes, multi, upsert: upserts }: Statement) {
  // All keys are collected first, because a changed document may appear again later in the index.
  const keys = multi ? [...find(writer.view, { filter })].map((stored) => stored.key) : undefined;
  const first = multi ? undefined : findFirst(writer.view, { filter });
  let matched = 0;
  let modified = 0;
  for (const stored of keys ? keys.map((key) => writer.view.get(key)) : [first]) {
    if (!stored) continue;
    matched += 1;
    if (modify(writer, stored, changes)) modified += 1;
  }
  const upserted = matched === 0 && upserts ? upsert(writer, changes, filter).document : undefined;
  return { matched, modified, upserted };
}

function removeDocuments(writer: DocumentWriter, filter: Document, limit: number): number {
  const keys: Buffer[] = [];
  for (const { key } of find(writer.view, { filter, limit })) keys.push(key);
  for (const key of keys) writer.remove(writer.view.get(key)!);
  return keys.length;
}

/** The changed document; undefined if the update changes nothing, in which case nothing is written. */
function modify(writer: DocumentWriter, stored: StoredDocument, changes: Update): StoredDocument | undefined {
  const changed = applyUpdate(decode(stored.body), changes);
  const body = updatedBody(changes, changed, stored.body);
  if (body.equals(stored.body)) return undefined;
  writer.replace(stored, changed, checkSize(body));
  return new StoredDocument(stored.seq, stored.key, body);
}

function upsert(writer: DocumentWriter, changes: Update, filter: Document): StoredDocument {
  const document = documentForUpsert(changes, filter);
  const body = updatedBody(changes, document, encode({ _id: document['_id'] }), true);
  const key = keyOf(document);
  writer.insert(key, document, checkSize(body));
  return new StoredDocument(0, key, body);
}

function keyOf(document: Document): Buffer {
  const id = document['_id'] as unknown;
  if (Array.isArray(id) || id instanceof RegExp)
    throw new MongoError(2, "The '_id' value cannot be an array or a regex");
  return encodeValue(id);
}

function checkSize(body: Buffer): Buffer {
  if (body.length <= MAX_DOCUMENT_BYTES) return body;
  throw new MongoError(
    10334,
    `object to insert too large. size in bytes: ${body.length}, max size: ${MAX_DOCUMENT_BYTES}`,
  );
}
