import { foldCharacters, searchKey } from '@superscope/domain/text/search-key';

/** Whether one of some names holds a text, however either is typed or encoded. A text without letters or digits is in every name. */
export function isInNames(names: readonly (string | null | undefined)[], text: string): boolean {
  const wanted = searchKey(text);
  return wanted === '' || names.some((name) => name != null && searchKey(name).includes(wanted));
}

/** The same for names that differ only in how they are typed. */
export const nameKey = searchKey;

/** Where a name holds a text: indexes for `slice`. Null if it does not. */
export function placeInName(name: string, text: string): readonly [from: number, to: number] | null {
  const wanted = searchKey(text);
  if (wanted === '') return null;
  let folded = '';
  // For each character of `folded`, where its character begins in the name.
  const starts: number[] = [];
  let index = 0;
  for (const character of name) {
    for (const part of foldCharacters(character)) {
      if (part === ' ' && (folded === '' || folded.endsWith(' '))) continue;
      for (let unit = 0; unit < part.length; unit += 1) starts.push(index);
      folded += part;
    }
    index += character.length;
  }
  const at = folded.indexOf(wanted);
  if (at === -1) return null;
  const last = starts[at + wanted.length - 1]!;
  // What follows the last character up to the next one belongs to it, such as its accents.
  const next = starts.slice(at + wanted.length).find((start) => start > last);
  return [starts[at]!, next ?? name.length];
}
