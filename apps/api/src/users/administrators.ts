import { administratorsStream, maySignIn, removeAdministrator, userStream } from '@superscope/domain/user/user';
import type { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Removes a user from the list of Admins. Throws RuleViolation if no other Admin could sign in. */
export async function endAdministrator(store: EventStore, userId: string, by: CommandContext): Promise<void> {
  const { state: ids } = await store.load(administratorsStream, '');
  const able = new Set<string>();
  for (const each of ids) if (maySignIn((await store.load(userStream, each)).state)) able.add(each);
  await store.transact(
    administratorsStream,
    '',
    removeAdministrator(userId, (each) => able.has(each)),
    by,
  );
}
