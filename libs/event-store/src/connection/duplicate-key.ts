// eslint-disable-next-line no-restricted-syntax -- every other place asks this file
const duplicateKey = 11000;

/**
 * Whether MongoDB refused a write because a document with its key exists: of a bulk write, whether the first refused write was. An upsert
 * is refused too if its filter matches no document and another one has its id.
 */
export function isDuplicateKey(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === duplicateKey;
}

/** Whether a write succeeded; false if a document with its key exists. Throws every other error. */
export const unlessDuplicate = (write: Promise<unknown>): Promise<boolean> =>
  write.then(
    () => true,
    (error: unknown) => {
      if (isDuplicateKey(error)) return false;
      throw error;
    },
  );
