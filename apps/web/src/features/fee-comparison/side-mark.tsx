import { cx } from '../../ui/class-names';

/** The letter that carries a side of the comparison through the page. */
export const SideMark = ({ side }: { side: 'A' | 'B' }) => (
  <b
    className={cx(
      'inline-grid size-5 shrink-0 place-items-center rounded-[5px] text-xs font-[650] text-surface',
      side === 'A' ? 'bg-ink-2' : 'bg-plot',
    )}
  >
    {side}
  </b>
);

interface NameProps {
  side: 'A' | 'B';
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
