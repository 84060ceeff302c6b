/** Nothing the product is asked goes deeper; what walks a value may call itself this often without a thought. */
export const deepestJson = 64;

/** Whether a value of JSON has lists or objects in each other, more than `levels` deep. Walks without calling itself. */
export function isDeeperThan(levels: number, value: unknown): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const inner = level.filter((each) => typeof each === 'object' && each !== null);
    if (inner.length === 0) return false;
    if (depth >= levels) return true;
    level = inner.flatMap((each) => Object.values(each as object) as unknown[]);
  }
  return false;
}
