/** Months of one plan to derive again, all members or some. */
export interface StalePlan {
  planId: string;
  fromMonth: string;
  toMonth: string;
  members: readonly string[] | null;
  /** When the earliest of the facts that came was recorded ('': before everything): editions of before do not count them. */
  recordedFrom: string;
}

export interface Derived {
  /** How many editions were written. */
  editions: number;
}

/** `mayPublish` says whether the plan is still this process's to derive. Throws Superseded where it is not any more. */
export type Derive = (stale: StalePlan, mayPublish?: () => boolean) => Promise<Derived>;
