import { loginStream } from '@superscope/domain/user/user';
import type { EventStore } from '@superscope/event-store/event-store';
import type { Identity } from '@superscope/event-store/keys/identity';

/**
 * The id of the user with this login; null if there is none. Every id under which the login may be reserved is read, so that the time does
 * not tell which one is.
 */
export async function holderOfLogin(
  store: Pick<EventStore, 'load'>,
  identity: Pick<Identity, 'loginIds'>,
  login: string,
): Promise<string | null> {
  const reserved = await Promise.all(identity.loginIds(login).map((id) => store.load(loginStream, id)));
  return reserved.find(({ state }) => state !== null)?.state ?? null;
}
