import { Cell, type Meter } from '@superscope/domain/publishing/cell';
import { headcount, publicFigure } from '@superscope/domain/publishing/publish';
import type { Published } from '@superscope/domain/publishing/published';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import type { Edition } from '../employer/editions.js';
import type { Around, EditionsAround } from './members-around.js';

/** The members who are in a plan both before and after a campaign. Their employer knows who they are, so the set is public. */
export interface CellsAround {
  members: Published;
  /** For facts of the month before the campaign. If nobody has left since, this cell is the whole plan of that month. */
  before: Cell;
  /** For what the members have done since. */
  since: Cell;
}

export function cellsAround(
  { key, members: n }: Around,
  { before, after }: NonNullable<EditionsAround>,
  secret: PublishingSecret,
  meter: Meter,
): CellsAround {
  const isAllOf = (month: Edition) => key === month.key && n === month.members;
  const plan = Math.min(before.members, after.members);
  const cellOf = (month: string, edition: number, whole: boolean) =>
    new Cell(secret, { key, n, plan, month, edition, whole, rules: after.rules }, meter);
  // A new edition of either month is a new answer, with its own noise.
  const since = cellOf(after.month, before.edition + after.edition, isAllOf(after));
  return {
    members: publicFigure(headcount(since), n),
    before: cellOf(before.month, before.edition, isAllOf(before)),
    since,
  };
}
