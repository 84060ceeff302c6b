/** A complete state of a plan-month after an import. */
export interface PlanMonthState {
  rows: number;
  balanceCents: number;
}

export const isSameState = (a: PlanMonthState, b: PlanMonthState): boolean =>
  a.rows === b.rows && a.balanceCents === b.balanceCents;

/** How a document ended for the person who asked for it: with a file of this SHA-256 digest in hex, or with the reason. */
export type ReportEnd = { state: 'done'; sha256: string } | { state: 'failed'; reason: string };

/** The writes sent to the portal and their acknowledgements, against which it is checked. */
export class Sent {
  /** Numbers of members in acknowledged files. */
  readonly members = new Set<string>();
  /** Acknowledged contact requests as `{member's number} {instant}`. */
  readonly contacts = new Set<string>();
  /** Keys of acknowledged commands with their expected event types. */
  readonly commands = new Map<string, string>();
  /** The sent states by `{plan} {month}`, in order. All are acknowledged, except that the last may be pending under load. */
  readonly planMonths = new Map<string, PlanMonthState[]>();

  /** How documents ended that were asked for, by the ids of their work. */
  readonly reports = new Map<string, ReportEnd>();

  /** Adds a state that may be visible from now on. */
  planMonth(plan: string, month: string, state: PlanMonthState): void {
    const key = `${plan} ${month}`;
    const states = this.planMonths.get(key) ?? [];
    states.push(state);
    this.planMonths.set(key, states);
  }

  /** Whether a plan-month is one of its sent states, or one of another month if it is carried forward. */
  isWhole(plan: string, month: string, seen: PlanMonthState): boolean {
    const own = this.planMonths.get(`${plan} ${month}`);
    if (own !== undefined) return own.some((state) => isSameState(state, seen));
    return [...this.planMonths].some(
      ([key, states]) => key.startsWith(`${plan} `) && states.some((state) => isSameState(state, seen)),
    );
  }

  /** Numbers of acknowledged rows and commands, and of documents that arrived or failed with their reason. */
  get acknowledged(): { rows: number; commands: number; arrived: number; failed: number } {
    const ofMonths = [...this.planMonths.values()].flat().reduce((sum, { rows }) => sum + rows, 0);
    const ends = [...this.reports.values()];
    return {
      rows: this.members.size + this.contacts.size + ofMonths,
      commands: this.commands.size,
      arrived: ends.filter(({ state }) => state === 'done').length,
      failed: ends.filter(({ state }) => state === 'failed').length,
    };
  }
}
