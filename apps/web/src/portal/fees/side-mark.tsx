import type { BenefitSide } from '@superscope/contracts/fee-comparison';
import { cx } from '../../ui/class-names';

type Mark = BenefitSide['mark'];

const COLOURS: Record<Mark, string> = { A: 'bg-ink-2', B: 'bg-plot', C: 'bg-info', D: 'bg-wattle-ink' };

/** The letter that carries a side of the comparison through the page. */
export const SideMark = ({ side }: { side: Mark }) => (
  <b
    className={cx(
      'inline-grid size-5 shrink-0 place-items-center rounded-[5px] text-xs font-[650] text-surface',
      COLOURS[side],
    )}
  >
    {side}
  </b>
);

interface NameProps {
  side: Mark;
  name: string;
  className?: string;
}

/** The letter before what it stands for. */
export const SideName = ({ side, name, className }: NameProps) => (
  <span className="inline-flex items-center gap-2">
    <SideMark side={side} />
    <span className={className}>{name}</span>
  </span>
);
