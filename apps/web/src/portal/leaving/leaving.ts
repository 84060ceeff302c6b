/** What would be lost if the tab loaded a page anew, as a question for people. */
const questions = new Map<string, string>();
// The browser asks in words of its own.
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Has people asked before the tab loads a page anew or closes, wherever in the portal they are by then. Null: nothing would be lost. */
export function askBeforeLeaving(what: string, question: string | null): void {
  if (question === null) questions.delete(what);
  else questions.set(what, question);
  if (questions.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

/** Asks where something would be lost, and says whether the tab may load a page anew. Who agreed is not asked again by the browser. */
export function mayLeave(): boolean {
  if (![...questions.values()].every((question) => window.confirm(question))) return false;
  window.removeEventListener('beforeunload', ask);
  return true;
}
