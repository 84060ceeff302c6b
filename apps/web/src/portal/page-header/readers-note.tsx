import { Info } from 'lucide-react';
import { useId, useState } from 'react';
import { READERS_NOTE, READERS_NOTE_START } from './readers-note-text';

/** Under the header while figures are published ones: how they differ from exact ones, in short and on demand in full. */
export function ReadersNote({ changes = '' }: { changes?: string }) {
  const [open, setOpen] = useState(false);
  const id = useId();
  return (
    <div className="mt-2.5 flex items-start gap-1.5 text-sm text-ink-3">
      <Info size={15} className="mt-[1.5px] shrink-0" aria-hidden />
      <p className="max-w-[110ch]">
        {changes}
        <span id={id}>{open ? READERS_NOTE : READERS_NOTE_START}</span>{' '}
        <button
          type="button"
          aria-expanded={open}
          aria-controls={id}
          aria-label={open ? 'Less about how members are protected' : 'More about how members are protected'}
          onClick={() => setOpen(!open)}
          className="font-medium text-ink-2 underline decoration-dotted underline-offset-2 hover:text-ink print:hidden pointer-coarse:-my-3.5 pointer-coarse:py-3.5"
        >
          {open ? 'Less' : 'More'}
        </button>
      </p>
    </div>
  );
}
