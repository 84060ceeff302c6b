/** Questions to the user about what a reload of the tab would lose, by their key. */
const questions = new Map<string, string>();
// The browser shows a text of its own.
const ask = (event: BeforeUnloadEvent) => event.preventDefault();

/** Registers a question that is asked before the tab reloads or closes, whatever page it shows by then. A null question removes it. */
export function askBeforeLeaving(what: string, question: string | null): void {
  if (question === null) questions.delete(what);
  else questions.set(what, question);
  if (questions.size > 0) window.addEventListener('beforeunload', ask);
  else window.removeEventListener('beforeunload', ask);
}

/** Asks the registered questions, and returns whether the tab may reload. If so, the browser does not ask again. */
export function mayLeave(): boolean {
  if (![...questions.values()].every((question) => window.confirm(question))) return false;
  window.removeEventListener('beforeunload', ask);
  return true;
}
