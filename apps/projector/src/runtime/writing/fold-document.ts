import type { DocumentWrite } from './projection.js';

type Fields = Record<string, unknown>;

/**
 * The document that one stream's writes produce from nothing, as the engine would apply them in order. Null without
 * writes. It serves where a write in the middle was missed: applied late, that write would overwrite later ones.
 */
export function foldDocument(writes: readonly DocumentWrite[]): (Fields & { revision: bigint }) | null {
  const last = writes.at(-1);
  if (last === undefined) return null;
  const document: Fields = {};
  for (const { set, addToSet } of writes) {
    for (const [path, value] of Object.entries(set)) setAt(document, path, value);
    for (const [path, value] of Object.entries(addToSet ?? {})) addAt(document, path, value);
  }
  return Object.assign(document, { revision: last.revision });
}

/** The object that holds the last field of a dotted path, and that field's name. */
function placeOf(document: Fields, path: string): [holder: Fields, field: string] {
  if (!path.includes('.')) return [document, path];
  const fields = path.split('.');
  const field = fields.pop()!;
  let holder = document;
  for (const name of fields) {
    const next = holder[name];
    // Copied, because the value may be the event's own.
    holder = holder[name] = typeof next === 'object' && next !== null ? { ...next } : {};
  }
  return [holder, field];
}

function setAt(document: Fields, path: string, value: unknown): void {
  const [holder, field] = placeOf(document, path);
  holder[field] = value;
}

function addAt(document: Fields, path: string, value: unknown): void {
  const [holder, field] = placeOf(document, path);
  const known = Array.isArray(holder[field]) ? (holder[field] as unknown[]) : [];
  holder[field] = known.includes(value) ? known : [...known, value];
}
