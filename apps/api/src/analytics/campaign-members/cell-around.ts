import { Cell, type Meter } from '@superscope/domain/publishing/cell';
import { headcount, publicFigure } from '@superscope/domain/publishing/publish';
import type { Published } from '@superscope/domain/publishing/published';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import type { Edition } from '../employer/editions.js';
import type { Around, EditionsAround } from './members-around.js';

/** The members who are in a plan before and after a campaign. An employer knows who they are, and how many. */
export interface CellsAround {
  members: Published;
  /** The fact that holds for them before it. If nobody has left, they are the plan of that month. */
  before: Cell;
  /** The action that they have taken since. */
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
    new Cell(secret, { key, n, plan, month, edition, whole }, meter);
  // A new edition of either month is a new answer with noise of its own.
  const since = cellOf(after.month, before.edition + after.edition, isAllOf(after));
  return {
    members: publicFigure(headcount(since), n),
    before: cellOf(before.month, before.edition, isAllOf(before)),
    since,
  };
}
