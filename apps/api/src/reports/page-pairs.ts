/** A page of a file beside the page of the made report that it stands for, both counted from 0. Null: it was added, or is missing. */
export interface PagePair {
  given: number | null;
  made: number | null;
}

/**
 * Which page of a file stands for which page of the made report, by their texts: pages that read the same belong together in order, and
 * between them the pages in their order. So a page that was taken out is one that is missing, and not a difference of each page behind it.
 */
export function pagePairs(given: readonly string[], made: readonly string[]): PagePair[] {
  const same = longest(given, made);
  const pairs: PagePair[] = [];
  let [atGiven, atMade] = [0, 0];
  for (const [nextGiven, nextMade] of [...same, [given.length, made.length] as const]) {
    for (; atGiven < nextGiven && atMade < nextMade; atGiven += 1, atMade += 1)
      pairs.push({ given: atGiven, made: atMade });
    for (; atGiven < nextGiven; atGiven += 1) pairs.push({ given: atGiven, made: null });
    for (; atMade < nextMade; atMade += 1) pairs.push({ given: null, made: atMade });
    if (nextGiven < given.length || nextMade < made.length) pairs.push({ given: nextGiven, made: nextMade });
    atGiven = nextGiven + 1;
    atMade = nextMade + 1;
  }
  return pairs;
}

/** The longest common subsequence of both, as places in each. */
function longest(a: readonly string[], b: readonly string[]): (readonly [number, number])[] {
  const lengths = Array.from({ length: a.length + 1 }, () => new Uint16Array(b.length + 1));
  for (let i = a.length - 1; i >= 0; i -= 1)
    for (let j = b.length - 1; j >= 0; j -= 1)
      lengths[i]![j] = a[i] === b[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
  const pairs: (readonly [number, number])[] = [];
  for (let [i, j] = [0, 0]; i < a.length && j < b.length;) {
    if (a[i] === b[j]) {
      pairs.push([i, j]);
      i += 1;
      j += 1;
    } else if (lengths[i + 1]![j]! >= lengths[i]![j + 1]!) i += 1;
    else j += 1;
  }
  return pairs;
}
