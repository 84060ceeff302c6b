/** No request of the product is nested more deeply, so code that walks a value may recurse this deep. */
export const deepestJson = 64;

/** Whether a JSON value nests lists or objects more than `levels` deep. Does not recurse. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const inner = level.filter((each) => typeof each === 'object' && each !== null);
    if (inner.length === 0) return false;
    if (depth >= levels) return true;
    level = inner.flatMap((each) => Object.values(each) as unknown[]);
  }
  return false;
}
