/** What a part takes on paper. Lengths are CSS pixels as measured. */
export interface MeasuredPart {
  /** The place of its group. */
  group: number;
  height: number;
  /** Between it and the part before it in its group. */
  gap: number;
  /** Of a part that may be left out: those with the smallest rank stand first if there is room. Absent for a part that must stand. */
  rank?: number | undefined;
}

export interface Measured {
  parts: readonly MeasuredPart[];
  /** Above the first part of a group, which each sheet repeats, and below its last one. */
  groups: readonly { head: number; tail: number }[];
  /** Between two groups. */
  between: number;
}

/** What rounds up must not begin another sheet. */
const TOLERANCE = 0.5;

/**
 * Distributes parts over sheets in their order, by index. No part is split; one that is taller than a sheet has a sheet of its own, from which it
 * sticks out. Parts that may be left out stand after all others, and only where the last sheet has room for them. `rooms`: the height of
 * each sheet; those without one are like the last of them.
 */
export function paginate({ parts, groups, between }: Measured, rooms: readonly number[]): number[][] {
  const roomOf = (sheet: number) => (rooms[sheet] ?? rooms.at(-1) ?? 0) + TOLERANCE;
  const heightOf = (sheet: readonly number[]): number =>
    sheet.reduce((height, index, at) => {
      const part = parts[index]!;
      const before = at === 0 ? null : parts[sheet[at - 1]!]!;
      if (before?.group === part.group) return height + part.gap + part.height;
      const { head } = groups[part.group]!;
      return height + (before === null ? 0 : groups[before.group]!.tail + between) + head + part.height;
    }, 0) + (sheet.length === 0 ? 0 : groups[parts[sheet.at(-1)!]!.group]!.tail);

  const sheets: number[][] = [[]];
  for (const [index, { rank }] of parts.entries()) {
    if (rank !== undefined) continue;
    const sheet = sheets.at(-1)!;
    if (sheet.length > 0 && heightOf([...sheet, index]) > roomOf(sheets.length - 1)) sheets.push([index]);
    else sheet.push(index);
  }
  const ranked = [...parts.entries()].filter(([, { rank }]) => rank !== undefined);
  for (const [index] of ranked.toSorted(([, a], [, b]) => a.rank! - b.rank!)) {
    const last = [...sheets.at(-1)!, index].sort((a, b) => a - b);
    if (heightOf(last) <= roomOf(sheets.length - 1)) sheets[sheets.length - 1] = last;
  }
  return sheets;
}
