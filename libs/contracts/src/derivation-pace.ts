/** A document of `ops.derivation_pace`: how fast a derivation was lately. Losing it only loses an estimate. */
export interface DerivationPaceDocument {
  /** Name of the derivation. */
  _id: string;
  /** How many plans a projector derives at a time. */
  plansAtOnce: number;
  /** The newest runs, each of one plan: rows written, and how long it took. */
  runs: { rows: number; ms: number }[];
}

/** In how many seconds so many rows of so many plans are derived, by the pace of lately; null if nothing was derived lately. */
export function secondsToDerive(
  pace: Pick<DerivationPaceDocument, 'plansAtOnce' | 'runs'> | null,
  { rows, plans, projectors }: { rows: number; plans: number; projectors: number },
): number | null {
  const of = pace?.runs.reduce((sum, run) => ({ rows: sum.rows + run.rows, ms: sum.ms + run.ms }), { rows: 0, ms: 0 });
  if (pace === null || of === undefined || of.rows === 0) return null;
  const atOnce = Math.max(1, Math.min(plans, pace.plansAtOnce * Math.max(1, projectors)));
  return Math.round((rows * of.ms) / of.rows / atOnce / 1000);
}
