import { Search } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import type { User } from '../../../portal/user/user';
import { KeyCap } from '../../../ui/key-cap';
import { onDemand } from '../../../ui/on-demand';
import { findKeys, findShortcut, opensFind } from './find-keys';
import { looksFor } from './find-options';

const FindDialog = onDemand(async () => (await import('./find.dialog')).FindDialog);

/** Opens members, plans, employers, screens and reports from anywhere: a button, and Ctrl or Cmd with K. */
export function Find({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false);
  const trigger = useRef<HTMLButtonElement>(null);
  // Listens as soon as the button stands there: whoever sees its keys may press them at once.
  useLayoutEffect(() => {
    const press = (event: KeyboardEvent) => {
      // What is behind a dialog is not reached.
      if (!opensFind(event) || document.querySelector('[role=dialog], [role=alertdialog]') !== null) return;
      event.preventDefault();
      setOpen(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  const { members, plans } = looksFor(user);
  const what = members ? 'Find a member, plan, screen, report' : plans ? 'Find a plan or screen' : 'Find a screen';
  return (
    <>
      <button
        ref={trigger}
        type="button"
        aria-haspopup="dialog"
        aria-keyshortcuts={findShortcut}
        onPointerEnter={FindDialog.reach}
        onFocus={FindDialog.reach}
        onClick={() => {
          // Safari does not focus a pressed button, and closing returns the focus to where it was.
          trigger.current?.focus();
          setOpen(true);
        }}
        className="settle flex h-9 shrink-0 items-center gap-2 rounded-md px-2 text-base text-ink-3 hover:bg-hover max-md:justify-center md:w-80 md:min-w-9 md:shrink md:border md:border-line-strong md:bg-sunken md:px-3 xl:w-96 pointer-coarse:min-h-11 pointer-coarse:min-w-11"
      >
        <Search size={17} className="shrink-0 text-ink-2" aria-hidden />
        <span className="min-w-0 flex-1 truncate text-left max-md:sr-only">{what}</span>
        <span className="hidden md:block" aria-hidden>
          <KeyCap>{findKeys}</KeyCap>
        </span>
      </button>
      {isOpen && <FindDialog user={user} onClose={() => setOpen(false)} />}
    </>
  );
}
