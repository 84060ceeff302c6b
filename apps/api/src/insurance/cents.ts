/** Whole cents of dollars that a request or an answer names; null where it names none. */
export const centsOf = (dollars: number | null | undefined): number | null =>
  dollars == null ? null : Math.round(dollars * 100);
