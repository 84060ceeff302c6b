import { useSyncExternalStore } from 'react';

/** Questions to the user about what a reload of the tab would lose, by their key. */
const questions = new Map<string, string>();
// The browser shows a text of its own.
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Questions that wait for the user's answer. */
interface Asked {
  questions: readonly string[];
  answer: (leaves: boolean) => void;
}
let asked: Asked | null = null;
const listeners = new Set<() => void>();

function setAsked(next: Asked | null) {
  asked = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};
/** The questions that the dialog shows; null while there are none. */
export const useAsked = () => useSyncExternalStore(subscribe, () => asked);

/** Registers a question that is asked before the tab reloads or closes, whatever page it shows by then. A null question removes it. */
export function askBeforeLeaving(what: string, question: string | null): void {
  if (question === null) questions.delete(what);
  else questions.set(what, question);
  if (questions.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

/** Asks the registered questions, and returns whether the tab may reload. If so, the browser does not ask again. */
export async function mayLeave(): Promise<boolean> {
  if (questions.size > 0) {
    asked?.answer(false);
    const leaves = await new Promise<boolean>((answer) => setAsked({ questions: [...questions.values()], answer }));
    setAsked(null);
    if (!leaves) return false;
  }
  window.removeEventListener('beforeunload', ask);
  return true;
}
