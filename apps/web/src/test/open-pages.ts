/** What the pages of a test have asked and not been told yet. */
type Unanswered = () => PromiseLike<unknown>[];

const pages = new Set<Unanswered>();
/** Some requests are never answered, such as those that wait for somebody to sign in again. */
const patienceMs = 1_000;
const later = globalThis.setTimeout;

export const pageOpened = (unanswered: Unanswered): void => void pages.add(unanswered);

/** Waits for the answers that closed pages still expect: their requests would reach the handlers of the next test. */
export async function closedPagesAnswered(): Promise<void> {
  const unanswered = [...pages].flatMap((page) => page());
  pages.clear();
  if (unanswered.length === 0) return;
  let timer: ReturnType<typeof later> | undefined;
  const patience = new Promise<void>((resolve) => (timer = later(resolve, patienceMs)));
  await Promise.race([Promise.allSettled(unanswered), patience]);
  clearTimeout(timer);
}
