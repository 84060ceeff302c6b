/** A list with one entry at another place, which stays within the list. */
export function moved<T>(list: readonly T[], from: number, to: number): readonly T[] {
  const at = Math.min(Math.max(to, 0), list.length - 1);
  if (from === at) return list;
  const rest = list.toSpliced(from, 1);
  return rest.toSpliced(at, 0, list[from]!);
}
