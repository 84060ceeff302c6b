import { platformsView } from '@superscope/contracts/read-models/fund';
import { searchKey } from '@superscope/domain/text/search-key';
import type { Analytics, Views } from '../platform/engines.module.js';

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

/** The ids of plans or employers that have members in the newest month of all. */
export async function withMembers({ client }: Analytics, of: 'plan_id' | 'company_id'): Promise<string[]> {
  const answer = await client.query({
    query: `SELECT DISTINCT ${of} AS id FROM member_snapshot FINAL
WHERE month = (SELECT max(month) FROM member_snapshot)`,
    format: 'JSONEachRow',
  });
  return (await answer.json<{ id: string }>()).map(({ id }) => id);
}

/** A condition on `platformId`: platforms that have a microsite, or the others. */
export async function ofMicrosite(views: Views, microsite: boolean) {
  const platforms = await views.of(platformsView).find({ microsite: { $ne: null } }, { projection: { _id: 1 } });
  const platformIds = (await platforms.toArray()).map(({ _id }) => _id);
  return { platformId: microsite ? { $in: platformIds } : { $nin: platformIds } };
}
