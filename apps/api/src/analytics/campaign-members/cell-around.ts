import { Cell, type Meter } from '@superscope/domain/publishing/cell';
import { headcount, publicFigure } from '@superscope/domain/publishing/publish';
import type { Published } from '@superscope/domain/publishing/published';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import type { Edition } from '../employer/editions.js';
import type { Around } from './members-around.js';

/** The members who are in a plan before and after a campaign. An employer knows who they are, and how many. */
export function cellAround(
  { key, members: n }: Around,
  { before, after }: { before: Edition; after: Edition },
  secret: PublishingSecret,
  meter: Meter,
): { cell: Cell; members: Published } {
  const whole = key === after.key && n === after.members;
  const plan = Math.min(before.members, after.members);
  // A new edition of either month is a new answer: it draws anew.
  const edition = before.edition + after.edition;
  const cell = new Cell(secret, { key, n, plan, month: after.month, edition, whole }, meter);
  return { cell, members: publicFigure(headcount(cell), n) };
}
