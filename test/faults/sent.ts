/** A complete state of a plan-month after an import. */
export interface PlanMonthState {
  rows: number;
  balanceCents: number;
}

export const isSameState = (a: PlanMonthState, b: PlanMonthState): boolean =>
  a.rows === b.rows && a.balanceCents === b.balanceCents;

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

  /** Numbers of acknowledged rows and commands. */
  get acknowledged(): { rows: number; commands: number } {
    const ofMonths = [...this.planMonths.values()].flat().reduce((sum, { rows }) => sum + rows, 0);
    return { rows: this.members.size + this.contacts.size + ofMonths, commands: this.commands.size };
  }
}
