import { useState } from 'react';
import { useSettled } from '../../ui/use-settled';
import { isAskedFor } from './lookup-text';

const ASK_AFTER_MS = 200;

/** What is typed into a lookup, and what the server is asked for it. */
export interface Typed {
  text: string;
  setText: (text: string) => void;
  /** The text without spaces around it. */
  wanted: string;
  /** The text as it last stayed unchanged for a moment. */
  asked: string;
  /** What the server is asked; null for nothing. */
  ask: string | null;
  /** The least characters that the server is asked for. */
  atLeast: number;
}

/** The text of a lookup. Nothing is asked while something is chosen (`isChosen`). */
export function useTyped(isChosen: boolean, atLeast = 1): Typed {
  const [text, setText] = useState('');
  const wanted = text.trim();
  const asked = useSettled(wanted, ASK_AFTER_MS);
  return { text, setText, wanted, asked, ask: !isChosen && isAskedFor(asked, atLeast) ? asked : null, atLeast };
}
