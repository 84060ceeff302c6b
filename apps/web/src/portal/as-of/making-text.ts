import type { AsOfView } from '@superscope/contracts/as-of-views';
import { number } from '../../ui/format';

const PHASES = {
  reading: 'Reading the plan’s own events',
  copying: 'Gathering what was recorded of its members by then',
  deriving: 'Deriving the figures',
  summing: 'Taking digests',
};

/** How far the making of a plan as it stood is: in words, and from 0 to 1 where that is known. */
export function makingText({
  state,
  phase,
  done,
  total,
  ahead,
}: Pick<AsOfView, 'state' | 'phase' | 'done' | 'total' | 'ahead'>): { text: string; part: number | null } {
  const part = phase === 'deriving' && total > 0 ? done / total : null;
  const text =
    state === 'waiting'
      ? ahead === 0
        ? 'Starting'
        : `Waiting for ${ahead} view${ahead === 1 ? '' : 's'} before it`
      : phase === null
        ? 'Waiting for today’s figures to be complete'
        : PHASES[phase];
  return { text: part === null ? text : `${text}: ${number(done)} of ${number(total)} rows`, part };
}
