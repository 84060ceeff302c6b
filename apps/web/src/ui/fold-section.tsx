import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { Section } from './card';
import { Under } from './heading';
import { useRoomy } from './use-roomy';

interface Props {
  id: string;
  title: string;
  note?: ReactNode;
  /** At the right of the title, on wide screens. */
  right?: ReactNode;
  /** On phones, the figure that stands for the section while it is folded, and what it is of. */
  headline?: ReactNode;
  of?: ReactNode;
  children: ReactNode;
}

/** A part of a page that is folded on phones until it is opened. It then stays open for the session. */
export function FoldSection({ id, title, note, right, headline, of, children }: Props) {
  const roomy = useRoomy();
  if (!roomy)
    return (
      <Folded id={id} title={title} headline={headline} of={of}>
        {right && <div className="mb-3 empty:hidden">{right}</div>}
        {children}
      </Folded>
    );
  return (
    <Section id={id} title={title} note={note} right={right}>
      {children}
    </Section>
  );
}

const keyOf = (id: string) => `opened ${id}`;

function Folded({ id, title, headline, of, children }: Omit<Props, 'note' | 'right'>) {
  const { hash } = useLocation();
  const [open, setOpen] = useState(() => sessionStorage.getItem(keyOf(id)) !== null);
  const [followed, setFollowed] = useState<string | null>(null);
  // The menu leads to a section by its id; that opens it.
  if (hash !== followed) {
    setFollowed(hash);
    if (hash === `#${id}`) setOpen(true);
  }
  const toggle = () => {
    if (open) sessionStorage.removeItem(keyOf(id));
    else sessionStorage.setItem(keyOf(id), '');
    setOpen(!open);
  };
  const Mark = open ? ChevronDown : ChevronRight;
  return (
    <section id={id} aria-labelledby={`${id}-title`} tabIndex={-1} className="mt-3 outline-none">
      {/* The button lies over the whole card. A figure that explains itself has a button of its own, which stands on it. */}
      <div className="card relative flex min-h-14 items-center gap-3 px-4 py-2">
        <h2 className="min-w-0 flex-1">
          <button
            type="button"
            id={`${id}-title`}
            aria-expanded={open}
            onClick={toggle}
            className="min-h-11 w-full text-left after:absolute after:inset-0 after:rounded-[inherit]"
          >
            <span className="block text-md font-semibold leading-5">{title}</span>
            {of !== undefined && <span className="block text-sm text-ink-3">{of}</span>}
          </button>
        </h2>
        {headline !== undefined && (
          <span className="shrink-0 text-md font-semibold [&_button]:relative [&_button]:z-10">{headline}</span>
        )}
        <Mark size={18} aria-hidden className="shrink-0 text-ink-3" />
      </div>
      {open && (
        <div className="mt-3">
          <Under title={title}>{children}</Under>
        </div>
      )}
    </section>
  );
}
