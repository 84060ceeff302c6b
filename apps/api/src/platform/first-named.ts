import { searchKey } from '@superscope/domain/text/search-key';

/** The most options that a lookup lists; typing more narrows the list. */
const mostOptions = 50;

/**
 * The first documents of a sorted cursor whose name contains the text. Names are compared here, because the documents, of which digests are
 * recorded, hold no search keys.
 */
export async function firstNamed<T extends { name?: string }>(sorted: AsyncIterable<T>, text: string): Promise<T[]> {
  const wanted = searchKey(text);
  const found: T[] = [];
  for await (const each of sorted)
    if (each.name !== undefined && searchKey(each.name).includes(wanted) && found.push(each) === mostOptions) break;
  return found;
}
