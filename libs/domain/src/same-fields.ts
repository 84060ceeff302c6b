/** Deep equality of two records. `undefined` and `null` are equal: both mean "not given". */
export const sameFields = (a: unknown, b: unknown): boolean => {
  if (a === b || (a ?? null) === (b ?? null)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  return [...new Set([...Object.keys(left), ...Object.keys(right)])].every((key) => sameFields(left[key], right[key]));
};
