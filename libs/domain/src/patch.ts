/** A partial record: the needed fields are always present, and an absent field keeps its value. */
export type Patch<Whole, Needed extends keyof Whole> = Pick<Whole, Needed> & Partial<Whole>;

/** Applies a patch to a record. Null clears a field; undefined keeps it. */
export const applyPatch = <Whole extends object>(standing: Whole, patch: Partial<Whole>): Whole => {
  const whole = { ...standing };
  for (const name in patch) if (patch[name] !== undefined) whole[name] = patch[name];
  return whole;
};
