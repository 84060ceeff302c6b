import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '../../ui/class-names';

interface Props {
  name: string;
  note: string;
  figure: string;
  /** The name of the button, where its text does not say what it does. */
  label?: string;
  /** Takes what was asked then into the form; null where that cannot be asked any more. */
  onChoose: (() => void) | null;
}

const ROW = 'flex min-h-11 w-full items-center gap-3 px-5 py-2.5 text-left text-base';

/** A calculation that was made for the member before. Nothing is run, because a run is an event of the member. */
export const EarlierRun = ({ name, note, figure, label, onChoose }: Props) => (
  <li className="border-t">
    {onChoose === null ? (
      <div className={ROW}>
        <Told name={name} note={note} figure={figure} />
      </div>
    ) : (
      <button type="button" aria-label={label} onClick={onChoose} className={cx(ROW, 'settle hover:bg-hover')}>
        <Told name={name} note={note} figure={figure} />
        <ChevronRight size={16} className="shrink-0 text-ink-3" aria-hidden />
      </button>
    )}
  </li>
);

const Told = ({ name, note, figure }: Record<'name' | 'note' | 'figure', string>): ReactNode => (
  <>
    <span className="min-w-0 flex-1">
      <span className="block wrap-anywhere">{name}</span>
      <span className="block text-sm text-ink-3">{note}</span>
    </span>
    <b className="tnum whitespace-nowrap font-semibold">{figure}</b>
  </>
);
