import { CircleHelp } from 'lucide-react';
import { useId } from 'react';
import { cx } from './class-names';
import { Explained } from './explained';

interface Props {
  label: string;
  /** The explanation behind the question mark. */
  help: string;
  selected: boolean;
  /** The reason why it cannot be turned on now, shown in place of the explanation. */
  refused?: string | null;
  onChange: (selected: boolean) => void;
}

/** A labelled switch with its explanation, drawn as one control. */
export function HelpedSwitch({ label, help, selected, refused = null, onChange }: Props) {
  const id = useId();
  return (
    <div className="control gap-1.5 sm:gap-2.5">
      <label htmlFor={id} className="flex h-full cursor-[inherit] items-center">
        {label}
      </label>
      <Explained
        label={`About ${label}`}
        explanation={refused ?? help}
        offset={8}
        className="-mx-2.5 grid size-9 place-items-center text-ink-3 hover:text-ink pointer-coarse:-mx-3.5 pointer-coarse:size-11"
      >
        <CircleHelp size={15} aria-hidden />
      </Explained>
      <button
        id={id}
        type="button"
        role="switch"
        aria-checked={selected}
        aria-label={label}
        aria-disabled={refused !== null}
        title={refused ?? undefined}
        onClick={() => refused === null && onChange(!selected)}
        // The whole right end of the control can be pressed.
        className="group -mr-3 flex h-full items-center rounded-r-md pr-3 pointer-coarse:-ml-2 pointer-coarse:pl-2"
      >
        <span
          className={cx(
            'settle relative inline-block h-[18px] w-8 shrink-0 rounded-full border',
            selected ? 'border-brand bg-brand' : 'border-line-strong bg-sunken',
            refused !== null && 'opacity-50',
          )}
        >
          <span
            className={cx(
              'absolute left-[3px] top-1/2 size-3 -translate-y-1/2 rounded-full transition-transform duration-[120ms]',
              selected ? 'translate-x-3 bg-on-brand' : 'bg-line-strong',
            )}
          />
        </span>
      </button>
    </div>
  );
}
