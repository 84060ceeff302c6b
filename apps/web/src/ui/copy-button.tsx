import { Check, Copy } from 'lucide-react';
import { useCopied } from './use-copied';

interface Props {
  text: string;
  /** Says what is copied: 'Copy the code of the report of 26/11/2026 09:41'. */
  label: string;
  /** Takes its place once it is copied. */
  done: string;
}

/** A small button in a line of text that copies what stands before it. */
export function CopyButton({ text, label, done }: Props) {
  const [copied, copy] = useCopied();
  const isCopied = copied === text;
  return (
    <button
      type="button"
      aria-label={isCopied ? done : label}
      onClick={() => copy(text)}
      className="ml-1 inline-grid size-7 place-items-center rounded-sm align-middle text-ink-3 hover:bg-hover pointer-coarse:size-11"
    >
      {isCopied ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </button>
  );
}
