import type { Cell, Change } from '../../../portal/analytics/result';
import { AIM } from '../../../portal/figures/scored-areas';
import { number } from '../../../ui/format';
import { TOO_FEW } from './words';

/** Stars within which a score is 'just' above or below the aim. */
const JUST = 0.1;
const WELL = 0.5;

function besideAim(score: number): string {
  const by = Number((score - AIM).toFixed(2));
  if (by === 0) return 'exactly at';
  const way = by > 0 ? 'above' : 'below';
  const size = Math.abs(by);
  return size <= JUST ? `just ${way}` : size >= WELL ? `well ${way}` : way;
}

/** The plan's score, how it moved, and where it stands beside the aim. */
export function scoreSentence(score: Cell, change: Change | null): string {
  if (score.value === null) return TOO_FEW;
  const begins = `The plan scores ${number(score.value, 2)} of 5 stars`;
  const aim = `it is now ${besideAim(score.value)} the aim of three.`;
  if (!change) return `${begins}; ${aim}`;
  if (!change.clear) return `${begins}, not clearly different from when the period began; ${aim}`;
  return `${begins}, ${number(Math.abs(change.by), 2)} ${change.by > 0 ? 'more' : 'less'} than when the period began; ${aim}`;
}
