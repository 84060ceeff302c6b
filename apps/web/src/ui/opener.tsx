import { useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type RefObject } from 'react';

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
  /** The letter that opens it with Alt from anywhere on the page: 'F'. */
  letter?: string;
  disabled?: boolean;
  className: string;
  children: ReactNode;
}

/** A button that opens a pop-up. Only the button is part of the page. */
export function Opener({ opens, popUp, reach, label, letter, disabled, className, children }: Props) {
  const trigger = useRef<HTMLButtonElement>(null);
  const [open, setOpen] = useState(false);
  const show = () => {
    // Safari does not focus a pressed button, and closing the pop-up returns the focus to where it was.
    trigger.current?.focus();
    setOpen(true);
  };
  useLayoutEffect(() => {
    if (letter === undefined) return;
    const press = (event: globalThis.KeyboardEvent) => {
      // By its place on the keyboard, because Alt makes another character of the letter on a Mac.
      const isMeant = event.code === `Key${letter}` && event.altKey && !event.ctrlKey && !event.metaKey;
      // What is behind a dialog is not reached.
      if (!isMeant || event.shiftKey || trigger.current?.closest('[inert], [aria-hidden="true"]')) return;
      event.preventDefault();
      show();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [letter]);
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
        aria-keyshortcuts={letter && `Alt+${letter}`}
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
