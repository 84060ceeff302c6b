import { MongoError } from '../mongo-error.js';
import { decode, decodeShallow, documentOf, elementsOf, encode, type Document } from './bson-codec.js';

/** An update as a client sends it: a replacement, or update operators. */
export type Update =
  | { kind: 'replacement'; document: Document; bytes: Uint8Array }
  | {
      kind: 'operators';
      operators: Document;
      setOnInsert: Document;
      /** The operands of $set and $setOnInsert as received. */
      sent: { set?: Uint8Array; setOnInsert?: Uint8Array };
    };

const OPERATORS = new Set(['$set', '$unset', '$inc', '$max', '$addToSet']);

/** `update` is a field of a shallowly decoded statement, so it is bytes. */
export function parseUpdate(update: unknown): Update {
  if (!(update instanceof Uint8Array)) throw new MongoError(9, 'the embedded server takes updates that are documents');
  const fields = decodeShallow(update);
  const names = Object.keys(fields);
  const operators = names.filter((name) => name.startsWith('$'));
  if (operators.length === 0) return { kind: 'replacement', document: decode(update), bytes: update };
  if (operators.length < names.length) throw new MongoError(9, 'an update cannot mix operators and fields');
  return parseOperators(fields);
}

/**
 * Encodes an updated document. Fields that the update does not name are copied as stored, and fields that it sets are copied as received.
 * Decoding would turn their exact types into plain numbers.
 */
export function updatedBody(update: Update, changed: Document, stored: Uint8Array, inserting = false): Buffer {
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

function parseOperators(fields: Document): Update {
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
  return { kind: 'operators', operators, setOnInsert, sent: { set, setOnInsert: sentOnInsert } };
}

function byName(body: Uint8Array): Map<string, Uint8Array> {
  return new Map(elementsOf(body).map(({ name, start, end }) => [name, body.subarray(start, end)]));
}

/** Top-level fields that may differ from the stored ones. */
function touchedFields(operators: Document, setOnInsert: Document): Set<string> {
  const paths = [...Object.values(operators), setOnInsert].flatMap((each) => Object.keys(each as Document));
  return new Set(paths.map(firstStep));
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
