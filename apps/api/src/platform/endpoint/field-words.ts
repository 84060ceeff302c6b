/** A field of a request in words, to begin a sentence: 'Effective date', 'Entry 2 of measures'. `path` is as zod writes it. */
export function fieldInWords(path: readonly PropertyKey[]): string {
  const named = path.findLastIndex((part) => typeof part === 'string' && !isIndex(part));
  const field = named === -1 ? '' : words(String(path[named]));
  const entry = path[named + 1];
  if (entry !== undefined) {
    const number = Number(entry) + 1;
    return field === '' ? `Entry ${number}` : `Entry ${number} of ${field}`;
  }
  return field === '' ? 'The request' : field[0]!.toUpperCase() + field.slice(1);
}

const isIndex = (part: string): boolean => /^\d+$/.test(part);

/** 'effectiveDate' as 'effective date'. The name is the sender's own, so it is shortened. */
const words = (name: string): string =>
  name
    .slice(0, 60)
    .replace(/([a-z0-9])([A-Z])/g, (_, before: string, capital: string) => `${before} ${capital.toLowerCase()}`)
    .replaceAll(/[\p{Cc}\p{Cs}]/gu, '?')
    .trim();
