import { usersView } from '@superscope/contracts/read-models/users';
import type { Views } from '../platform/engines.module.js';

/** Resolves consultants to names. A recorded user id becomes the user's name; anything else is already a name. */
export async function consultantNames(
  views: Views,
  events: readonly { consultant: string | null }[],
): Promise<(consultant: string | null) => string | null> {
  const said = [...new Set(events.flatMap(({ consultant }) => (consultant === null ? [] : [consultant])))];
  const users = await views
    .of(usersView)
    .find({ _id: { $in: said } }, { projection: { personal: 1 } })
    .toArray();
  const names = new Map(users.map(({ _id, personal }) => [_id, personal.name ?? personal.username]));
  return (consultant) => (consultant === null ? null : (names.get(consultant) ?? consultant));
}
