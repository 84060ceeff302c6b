import { publicDimensions, type Cell, type PublicDimension } from './cells.js';

/** An employer's knowledge of one plan's members, month by month. Members are numbered from 0. */
export class PlanKnowledge {
  private readonly groups = new Map<string, readonly number[]>();
  private readonly everyValue = new Map<PublicDimension, readonly string[]>();

  /** `values[dimension][month][member]`; undefined when the member is not in the plan that month. */
  constructor(
    readonly planId: string,
    /** yyyy-MM, oldest first. */
    readonly months: readonly string[],
    readonly memberCount: number,
    private readonly values: Readonly<Record<PublicDimension, readonly (readonly (string | undefined)[])[]>>,
    /** Completed years by month and member. */
    private readonly ages: readonly (readonly (number | undefined)[])[],
  ) {}

  /** Completed years at a month; where the member is not in the plan then, and by default, at their newest month in it. */
  ageOf(member: number, month?: string): number {
    const then = month === undefined ? undefined : this.ages[this.months.indexOf(month)]?.[member];
    return then ?? this.ages.findLast((ages) => ages[member] !== undefined)![member]!;
  }

  /** The value at a member's newest month in the plan. */
  newestValueOf(dimension: PublicDimension, member: number): string | undefined {
    return this.values[dimension].findLast((values) => values[member] !== undefined)?.[member];
  }

  valueOf(dimension: PublicDimension, month: string, member: number): string | undefined {
    return this.values[dimension][this.months.indexOf(month)]?.[member];
  }

  /** Values that any member ever had. */
  valuesOf(dimension: PublicDimension): readonly string[] {
    let values = this.everyValue.get(dimension);
    if (!values) {
      values = [...new Set(this.values[dimension].flat().filter((value) => value !== undefined))].sort();
      this.everyValue.set(dimension, values);
    }
    return values;
  }

  /** The members of the cell at that month, ascending. */
  members(cell: Cell, month: string): readonly number[] {
    const id = `${month} ${publicDimensions.map((name) => cell[name] ?? '*').join('|')}`;
    const known = this.groups.get(id);
    if (known) return known;
    const at = this.months.indexOf(month);
    const wanted = publicDimensions.filter((name) => cell[name] !== undefined);
    const found: number[] = [];
    for (let member = 0; member < this.memberCount; member += 1)
      if (
        this.values.gender[at]?.[member] !== undefined &&
        wanted.every((name) => this.values[name][at]![member] === cell[name])
      )
        found.push(member);
    this.groups.set(id, found);
    return found;
  }
}

export const sameMembers = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((member, at) => others[at] === member);

/** The members of the first list that are not in the second. Both are ascending. */
export function without(members: readonly number[], others: readonly number[]): number[] {
  const rest: number[] = [];
  let at = 0;
  for (const member of members) {
    while (at < others.length && others[at]! < member) at += 1;
    if (others[at] !== member) rest.push(member);
  }
  return rest;
}
