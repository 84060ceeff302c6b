import { platformsView } from '@superscope/contracts/read-models/fund';
import type { Analytics, Views } from '../platform/engines.module.js';

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
