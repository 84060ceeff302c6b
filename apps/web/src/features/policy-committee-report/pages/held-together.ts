import { NO_CELL, type Cell } from '../../../portal/analytics/result';

/** Members and their average balance. */
export interface Held {
  members: Cell;
  average: Cell;
  /** A part of it is not published and not counted. */
  partly?: true;
}
/** Published averages have steps of this many dollars. */
const STEP = 100;

/** Several states as one: averages are weighted by their published members. */
export function heldTogether(parts: readonly Held[]): Held {
  const told = parts.filter(({ members, average }) => members.value !== null && average.value !== null);
  if (told.length === 0) return parts.find(({ members }) => members.withheld !== null) ?? parts[0]!;
  const members = told.reduce((sum, each) => sum + each.members.value!, 0);
  const total = told.reduce((sum, each) => sum + each.members.value! * each.average.value!, 0);
  const margin = told.reduce((sum, each) => sum + each.members.value! * (each.average.margin ?? 0), 0) / (members || 1);
  return {
    members: { ...NO_CELL, value: members },
    average: {
      ...NO_CELL,
      value: members === 0 ? null : Math.round(total / members / STEP) * STEP,
      margin: margin || null,
    },
    ...(told.length < parts.filter(({ members: { value } }) => value !== 0).length && { partly: true as const }),
  };
}
