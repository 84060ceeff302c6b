/**
 * Resolves once all of them have ended; throws the first failure then. Promise.all throws while others are still on their way, and
 * what they do would come after what the caller does about the failure.
 */
export async function settleAll(all: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(all)) if (outcome.status === 'rejected') throw outcome.reason;
}
