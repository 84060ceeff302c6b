import { CodeTookTooLong, withinLimit } from '../ui/code-limit';

const KEY = 'reloadedAt';
const AGAIN_AFTER_MS = 60_000;
const FIELDS = 'input:not([type=checkbox], [type=radio], [type=hidden]), textarea';

/** Whether any field has text, which a reload would lose. */
const isTyping = () =>
  [...document.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>(FIELDS)].some(({ value }) => value !== '');

function mayReload() {
  return Date.now() - Number(sessionStorage.getItem(KEY)) >= AGAIN_AFTER_MS && !isTyping();
}

/**
 * The code of the requested page. After a release, a tab that was opened before it requests code that no longer
 * exists; reloading the page gets the new release. At most once a minute, so that code that is truly missing does not
 * cause endless reloads. Optional code is not loaded this way, because its absence must not reload anything.
 */
export async function pageCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await withinLimit(load);
  } catch (error) {
    // Reloading would only restart a slow download.
    if (error instanceof CodeTookTooLong || !mayReload()) throw error;
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
    // Nothing more to draw until then.
    return new Promise<never>(() => undefined);
  }
}
