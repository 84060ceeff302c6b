import { useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';

/** The props that a pop-up gets from its button. */
export interface Opened {
  trigger: RefObject<HTMLButtonElement | null>;
  onClose: () => void;
}

interface Props {
  opens: 'dialog' | 'listbox' | 'menu';
  popUp: (opened: Opened) => ReactNode;
  /** Loads the code of the pop-up, before it is opened. */
  reach: () => void;
  label?: string;
  disabled?: boolean;
  className: string;
  children: ReactNode;
}

/** A button that opens a pop-up. Only the button is part of the page. */
export function Opener({ opens, popUp, reach, label, disabled, className, children }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const show = () => {
    // Safari does not focus a pressed button, and closing the pop-up returns the focus to where it was.
    trigger.current?.focus();
    setOpen(true);
  };
  const byArrow = (event: KeyboardEvent) => {
    if (opens === 'dialog' || !['ArrowDown', 'ArrowUp'].includes(event.key)) return;
    event.preventDefault();
    show();
  };
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-label={label}
        aria-haspopup={opens}
        aria-expanded={open}
        disabled={disabled}
        onClick={show}
        onKeyDown={byArrow}
        onPointerEnter={reach}
        onFocus={reach}
        className={className}
      >
        {children}
      </button>
      {open && <Open popUp={popUp} trigger={trigger} onClose={() => setOpen(false)} />}
    </>
  );
}

const Open = ({ popUp, ...opened }: Opened & Pick<Props, 'popUp'>) => popUp(opened);
