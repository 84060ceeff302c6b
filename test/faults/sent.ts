/** One whole state of a plan-month, as an import gives it. */
export interface PlanMonthState {
  rows: number;
  balanceCents: number;
}

export const isSameState = (a: PlanMonthState, b: PlanMonthState): boolean =>
  a.rows === b.rows && a.balanceCents === b.balanceCents;

/** What was sent to the portal, and what of it was acknowledged: by that it is judged. */
export class Sent {
  /** The fund's numbers of members whose file was acknowledged. */
  readonly members = new Set<string>();
  /** `{member's number} {instant}` of acknowledged contact requests. */
  readonly contacts = new Set<string>();
  /** Keys of acknowledged commands, and the type of the event that each must have written. */
  readonly commands = new Map<string, string>();
  /** By `{plan} {month}`: the states that were sent, in order. All but the last are acknowledged, it too once the load rests. */
  readonly planMonths = new Map<string, PlanMonthState[]>();

  /** Adds a state that may be seen from now on. */
  planMonth(plan: string, month: string, state: PlanMonthState): void {
    const key = `${plan} ${month}`;
    const states = this.planMonths.get(key) ?? [];
    states.push(state);
    this.planMonths.set(key, states);
  }

  /** Whether a plan-month may look so: as one import of it or, where it had none, as one that is carried forward from another month. */
  isWhole(plan: string, month: string, seen: PlanMonthState): boolean {
    const own = this.planMonths.get(`${plan} ${month}`);
    if (own !== undefined) return own.some((state) => isSameState(state, seen));
    return [...this.planMonths].some(
      ([key, states]) => key.startsWith(`${plan} `) && states.some((state) => isSameState(state, seen)),
    );
  }

  /** Rows and commands that were acknowledged, once the load rests. */
  get acknowledged(): { rows: number; commands: number } {
    const ofMonths = [...this.planMonths.values()].flat().reduce((sum, { rows }) => sum + rows, 0);
    return { rows: this.members.size + this.contacts.size + ofMonths, commands: this.commands.size };
  }
}
