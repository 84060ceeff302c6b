import { holdsControlCharacters } from '@superscope/domain/control-characters';
import { holdsTaxFileNumber, noTaxFileNumbers } from '@superscope/domain/tax-file-number';
import { Refusal } from '../http/problem.filter.js';
import { fieldInWords } from './field-words.js';

/** A text that is never accepted, wherever it stands. */
export interface UnfitText {
  path: readonly string[];
  /** It does not quote the text. */
  message: string;
}

/**
 * The first text in a value that has a control character or a tax file number; null if there is none. `severalLines` are the names of
 * fields whose text may have line breaks and tabs.
 */
export function unfitText(value: unknown, severalLines: readonly string[] = []): UnfitText | null {
  return unfitWithin(value, [], severalLines);
}

function unfitWithin(value: unknown, path: string[], severalLines: readonly string[]): UnfitText | null {
  if (typeof value === 'string') {
    const message = problemOfText(value, path, severalLines);
    return message === null ? null : { path: [...path], message };
  }
  if (typeof value !== 'object' || value === null) return null;
  for (const [name, each] of Object.entries(value)) {
    path.push(name);
    const unfit = unfitWithin(each, path, severalLines);
    if (unfit !== null) return unfit;
    path.pop();
  }
  return null;
}

function problemOfText(text: string, path: readonly string[], severalLines: readonly string[]): string | null {
  const field = path.findLast((name) => !/^\d+$/.test(name)) ?? '';
  const lines = severalLines.includes(field);
  if (holdsControlCharacters(text, lines ? 'several lines' : 'one line'))
    return `${fieldInWords(path)} has a ${lines ? 'control character' : 'control character or a line break'}. Remove it, or write the text again.`;
  return holdsTaxFileNumber(text) ? noTaxFileNumbers : null;
}

/** Throws Refusal 400 with the field if a part of a request has such a text. */
export function refuseUnfitText(part: unknown, severalLines: readonly string[] | undefined): void {
  const unfit = unfitText(part, severalLines);
  if (unfit === null) return;
  const { path, message } = unfit;
  throw new Refusal(400, { message, errors: [{ field: path.join('.').slice(0, 200), message }] });
}
