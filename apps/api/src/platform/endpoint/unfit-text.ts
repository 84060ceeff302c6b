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
  // Not recursive, because a question may be nested deeper than the stack of calls.
  const waiting: Place[] = [{ value, name: '', within: null }];
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (typeof place.value === 'string') {
      // Paths are long where values are nested deeply, so only those of suspicious texts are put together.
      if (!holdsControlCharacters(place.value, 'one line') && !holdsTaxFileNumber(place.value)) continue;
      const path = pathOf(place);
      const message = problemOfText(place.value, path, severalLines);
      if (message !== null) return { path, message };
    } else if (typeof place.value === 'object' && place.value !== null) {
      const within = place;
      for (const [name, each] of Object.entries(place.value).reverse()) waiting.push({ value: each, name, within });
    }
  }
  return null;
}

/** A value with its name, and what it stands in. */
interface Place {
  value: unknown;
  name: string;
  within: Place | null;
}

function pathOf(place: Place): string[] {
  const path: string[] = [];
  for (let at = place; at.within !== null; at = at.within) path.push(at.name);
  return path.reverse();
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
