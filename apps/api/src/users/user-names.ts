import { usersView } from '@superscope/contracts/read-models/users';
import type { Views } from '../platform/engines.module.js';

/** The actor of what the clock asks for. */
const portalItself = 'system';

/** How people are called, by their ids. Those without a name are called by what they sign in with. */
export async function userNames(views: Views, userIds: readonly string[]): Promise<Map<string, string>> {
  if (userIds.length === 0) return new Map();
  const found = await views
    .of(usersView)
    .find({ _id: { $in: [...new Set(userIds)] } }, { projection: { personal: 1 } })
    .toArray();
  const names = new Map(found.map(({ _id, personal }) => [_id, personal?.name ?? personal?.username ?? _id]));
  return userIds.includes(portalItself) ? names.set(portalItself, 'The portal') : names;
}
