/** What somebody says of something: all of it where it begins, later what may have changed. What is left out stays as it stands. */
export type Said<Whole, Needed extends keyof Whole> = Pick<Whole, Needed> & Partial<Whole>;

/** What stands, with what is said of it; null takes a value away. */
export const withSaid = <Whole extends object>(standing: Whole, said: Partial<Whole>): Whole => {
  const whole = { ...standing };
  for (const name in said) if (said[name] !== undefined) whole[name] = said[name];
  return whole;
};
