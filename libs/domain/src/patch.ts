/** A record given in part: the needed fields always, of the others those that may have changed. An absent field stays as it stands. */
export type Patch<Whole, Needed extends keyof Whole> = Pick<Whole, Needed> & Partial<Whole>;

/** The standing record with a patch applied; null takes a value away, undefined leaves it. */
export const applyPatch = <Whole extends object>(standing: Whole, patch: Partial<Whole>): Whole => {
  const whole = { ...standing };
  for (const name in patch) if (patch[name] !== undefined) whole[name] = patch[name];
  return whole;
};
