import { useSyncExternalStore } from 'react';

/** What is typed on a page and saved nowhere, in the words of the question that is asked before it is lost. */
export interface Unsaved {
  /** Its sentence among other questions, such as those before logging out. */
  question: string;
  title: string;
  text: string;
  /** The button that stays. */
  stay: string;
  /** The button that leaves. */
  leave: string;
  /** Whether another query in the address leaves as well; otherwise only another path does. */
  byQuery?: boolean;
  /** Empties the fields once the user leaves. */
  drop?: () => void;
}

/** A question that waits for the user's answer. */
interface Asked extends Pick<Unsaved, 'title' | 'stay' | 'leave'> {
  texts: readonly string[];
  answer: (leaves: boolean) => void;
}

/** Questions about what only a reload of the tab would lose, whatever page it shows by then, by their key. */
const ofTab = new Map<string, string>();
/** What forms of the page hold, by their key. */
const ofPage = new Map<string, Unsaved>();
let asked: Asked | null = null;
const listeners = new Set<() => void>();

// The browser shows a text of its own.
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

function changed() {
  if (ofTab.size + ofPage.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => void listeners.delete(listener);
};

/** The question that the dialog shows; null while there is none. */
export const useAsked = () => useSyncExternalStore(subscribe, () => asked);

/** What of the address may not change unasked; null while the page holds nothing that would be lost. */
export const useHeldAddress = () =>
  useSyncExternalStore(subscribe, () =>
    ofPage.size === 0 ? null : [...ofPage.values()].some(({ byQuery }) => byQuery) ? 'pathAndQuery' : 'path',
  );

/** Registers a question that is asked before the tab reloads or closes, whatever page it shows by then. A null question removes it. */
export function askBeforeLeaving(what: string, question: string | null): void {
  if (question === null) ofTab.delete(what);
  else ofTab.set(what, question);
  changed();
}

/** Registers what a form holds, so that it is asked about before its page is left or its tab closes. Null removes it. */
export function holdUnsaved(form: string, unsaved: Unsaved | null): void {
  if (unsaved === null) {
    if (!ofPage.delete(form)) return;
    // A question about what has been saved meanwhile is none any more.
    if (ofPage.size === 0) asked?.answer(false);
    changed();
    return;
  }
  const before = ofPage.get(form);
  ofPage.set(form, unsaved);
  if (before === undefined || before.byQuery !== unsaved.byQuery) changed();
}

/** Shows a question instead of the one before, which is answered as by staying. */
function show(question: Omit<Asked, 'answer'>, answered: (leaves: boolean) => void): void {
  asked?.answer(false);
  const own: Asked = {
    ...question,
    answer: (leaves) => {
      if (asked !== own) return;
      asked = null;
      changed();
      answered(leaves);
    },
  };
  asked = own;
  changed();
}

/** Asks about what forms of the page hold, and goes on once it may be lost. */
export function unlessKept(go: () => void, { stay, of = [...ofPage.values()] }: Kept = {}): void {
  const [first] = of;
  if (first === undefined) return go();
  const texts = of.length === 1 ? [first.text] : of.map(({ title }) => `${title}.`);
  show({ title: first.title, texts, stay: first.stay, leave: first.leave }, (leaves) => {
    if (!leaves) return stay?.();
    for (const { drop } of of) drop?.();
    go();
  });
}

interface Kept {
  /** Called if the user stays. */
  stay?: () => void;
  /** What is asked about; by default all that the page holds. */
  of?: readonly Unsaved[];
}

/** Asks the registered questions, and returns whether the tab may reload. If so, the browser does not ask again. */
export async function mayLeave(): Promise<boolean> {
  const texts = [...ofTab.values(), ...[...ofPage.values()].map(({ question }) => question)];
  if (texts.length > 0) {
    const question = { title: 'Before you leave', texts, stay: 'Stay', leave: 'Leave' };
    const leaves = await new Promise<boolean>((answer) => show(question, answer));
    if (!leaves) return false;
  }
  window.removeEventListener('beforeunload', ask);
  return true;
}
