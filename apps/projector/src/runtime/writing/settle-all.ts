/**
 * Resolves once all promises have settled, and then throws the first failure. Promise.all throws while others are
 * pending, and their effects would follow the caller's error handling.
 */
export async function settleAll(all: readonly Promise<unknown>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(all)) if (outcome.status === 'rejected') throw outcome.reason;
}
