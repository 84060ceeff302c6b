import { Explained } from '../../ui/explained';
import { number } from '../../ui/format';
import type { Cell } from '../analytics/result';
import { NoClearChange } from '../figures/no-clear-change';
import { WithheldFigure } from '../figures/withheld';

const ABOUT = 'Made of shares that are published only about, to protect members.';

const signed = (stars: number) =>
  `${Math.abs(stars) < 0.005 ? '±' : stars > 0 ? '+' : '−'}${number(Math.abs(stars), 2)}`;

/** True if there is a number and it is not smaller than its margin. */
export const isShown = ({ value, withheld, margin }: Cell): boolean =>
  withheld === null && value !== null && (margin === null || Math.abs(value) >= margin);

/** A change of the score in stars, or why none is shown. */
export function ScoreChange({ of, className = '' }: { of: Cell; className?: string }) {
  const { value, withheld, about } = of;
  if (withheld) return <WithheldFigure reason={withheld} className="text-sm" />;
  if (value === null) return <span className="text-ink-3">–</span>;
  if (!isShown(of)) return <NoClearChange className="text-ink-3" />;
  const text = signed(value);
  if (about === null) return <span className={className}>{text}</span>;
  return (
    <Explained label={`about ${text}. ${ABOUT}`} explanation={ABOUT} offset={6} className={`cursor-help ${className}`}>
      about {text}
    </Explained>
  );
}
