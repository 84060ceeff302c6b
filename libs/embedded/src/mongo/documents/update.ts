import { MongoError } from '../mongo-error.js';
import { decode, decodeShallow, documentOf, elementsOf, encode, type Document } from './bson-codec.js';
import { refuseOperators } from './filter.js';

/** An update as a client sends it: a replacement, update operators, or a pipeline of stages. */
export type Update =
  | { kind: 'replacement'; document: Document; bytes: Uint8Array }
  | {
      kind: 'operators';
      operators: Document;
      setOnInsert: Document;
      arrayFilters: Document[];
      /** The operands of $set and $setOnInsert as they came. */
      sent: { set?: Uint8Array; setOnInsert?: Uint8Array };
    }
  | { kind: 'pipeline'; stages: Document[] };

const OPERATORS = new Set(
  '$set $unset $inc $mul $min $max $rename $push $addToSet $pull $pullAll $pop $currentDate $bit'.split(' '),
);
const PIPELINE_STAGES = new Set('$set $addFields $unset $project $replaceRoot $replaceWith'.split(' '));

/** `update` as a shallowly decoded statement holds it: bytes, or an array of them. */
export function parseUpdate(update: unknown, arrayFilters: Document[]): Update {
  if (Array.isArray(update)) return parsePipeline(update.map(decode));
  if (!(update instanceof Uint8Array)) throw new MongoError(9, 'an update is a document or a pipeline');
  const fields = decodeShallow(update);
  const names = Object.keys(fields);
  const operators = names.filter((name) => name.startsWith('$'));
  if (operators.length === 0) return { kind: 'replacement', document: decode(update), bytes: update };
  if (operators.length < names.length) throw new MongoError(9, 'an update cannot mix operators and fields');
  return parseOperators(fields, arrayFilters);
}

/**
 * Encodes an updated document. Fields that the update does not name are copied as stored, and fields that it sets are copied as sent, so
 * that they keep their exact types, which decoding would turn into numbers.
 */
export function updatedBody(update: Update, changed: Document, stored: Uint8Array, inserting = false): Buffer {
  if (update.kind === 'pipeline') return encode(changed);
  const before = byName(stored);
  if (update.kind === 'replacement') {
    const others = [...byName(update.bytes)].filter(([name]) => name !== '_id').map(([, element]) => element);
    return documentOf([before.get('_id')!, ...others]);
  }
  const touched = touchedFields(update.operators, inserting ? update.setOnInsert : {});
  const { set, setOnInsert } = update.sent;
  const sent = new Map([...(set ? byName(set) : []), ...(inserting && setOnInsert ? byName(setOnInsert) : [])]);
  return documentOf(
    Object.entries(changed).map(([name, value]) => {
      const bytes = touched.has(name) ? sent.get(name) : before.get(name);
      return bytes ?? encode({ [name]: value as unknown }).subarray(4, -1);
    }),
  );
}

function parsePipeline(stages: Document[]): Update {
  const unknown = stages.flatMap(Object.keys).find((stage) => !PIPELINE_STAGES.has(stage));
  if (unknown) throw new MongoError(72, `Unrecognized or disallowed stage in an update: ${unknown}`);
  refuseOperators(stages);
  return { kind: 'pipeline', stages };
}

function parseOperators(fields: Document, arrayFilters: Document[]): Update {
  const decoded: Record<string, Document> = {};
  for (const [name, operand] of Object.entries(fields)) {
    if (!OPERATORS.has(name) && name !== '$setOnInsert') throw new MongoError(9, `Unknown modifier: ${name}`);
    if (!(operand instanceof Uint8Array))
      throw new MongoError(9, `Modifiers operate on fields but ${name} got no document`);
    decoded[name] = decode(operand);
  }
  const { $setOnInsert: setOnInsert = {}, ...operators } = decoded;
  refuseConflicts(Object.values(decoded));
  const { $set: set, $setOnInsert: sentOnInsert } = fields as Record<string, Uint8Array | undefined>;
  return { kind: 'operators', operators, setOnInsert, arrayFilters, sent: { set, setOnInsert: sentOnInsert } };
}

function byName(body: Uint8Array): Map<string, Uint8Array> {
  return new Map(elementsOf(body).map(({ name, start, end }) => [name, body.subarray(start, end)]));
}

/** Top-level fields that may differ from what is stored. */
function touchedFields(operators: Document, setOnInsert: Document): Set<string> {
  const paths = [...Object.values(operators), setOnInsert].flatMap((each) => Object.keys(each as Document));
  const renamed = Object.values((operators['$rename'] as Record<string, string> | undefined) ?? {});
  return new Set([...paths, ...renamed].map(firstStep));
}

const firstStep = (path: string) => (path.includes('.') ? path.slice(0, path.indexOf('.')) : path);

function refuseConflicts(groups: Document[]): void {
  const paths = groups.flatMap(Object.keys);
  if (paths.length < 2 || (groups.length === 1 && !paths.some((path) => path.includes('.')))) return;
  paths.sort();
  for (const [i, path] of paths.entries()) {
    const next = paths[i + 1];
    if (next !== undefined && (next === path || next.startsWith(`${path}.`))) {
      throw new MongoError(2, `Updating the path '${next}' would create a conflict at '${path}'`);
    }
  }
}
