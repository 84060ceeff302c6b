import type { StateField } from '@superscope/contracts/event-history';
import { isSecret, secretText, withoutTokens } from './hidden-values.js';

type Leaves = Map<string, { path: readonly string[]; text: string }>;

const textOf = (value: unknown): string | null => {
  if (value === null || value === undefined || value === '') return null;
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return typeof value === 'string' ? value : String(value);
};

/** All values of a state by their path. List items are numbered from 1. */
function leavesOf(state: unknown): Leaves {
  const leaves: Leaves = new Map();
  const visit = (value: unknown, path: readonly string[]): void => {
    if (value instanceof Date) return visit(value.toISOString(), path);
    if (typeof value === 'object' && value !== null) {
      for (const [name, part] of partsOf(value)) visit(isSecret(name, part) ? secretText : part, [...path, name]);
      return;
    }
    const text = textOf(value);
    if (text !== null) leaves.set(path.join('\u0000'), { path, text });
  };
  visit(state, []);
  return leaves;
}

const partsOf = (value: object): [string, unknown][] => {
  if (value instanceof Map) return [...(value as Map<unknown, unknown>)].map(([name, part]) => [String(name), part]);
  if (value instanceof Set) return [...(value as Set<unknown>)].map((part, at) => [String(at + 1), part]);
  if (Array.isArray(value)) return value.map((part: unknown, at) => [String(at + 1), part]);
  return Object.entries(value);
};

/** The fields in which two states of a stream differ, in the order of the later state, at most `most`. */
export function differingFields(
  before: unknown,
  after: unknown,
  most: number,
): { fields: StateField[]; unchanged: number; isCut: boolean } {
  const [then, now] = [leavesOf(before), leavesOf(after)];
  const keys = [...new Set([...now.keys(), ...then.keys()])];
  const differing = keys.filter((key) => then.get(key)?.text !== now.get(key)?.text);
  const readable = (text: string | undefined) => (text === undefined ? null : withoutTokens(text));
  return {
    fields: differing.slice(0, most).map((key) => ({
      path: (now.get(key) ?? then.get(key))!.path.map(withoutTokens),
      before: readable(then.get(key)?.text),
      after: readable(now.get(key)?.text),
    })),
    unchanged: keys.length - differing.length,
    isCut: differing.length > most,
  };
}
