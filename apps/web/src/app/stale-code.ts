const KEY = 'reloadedAt';
const AGAIN_AFTER_MS = 60_000;

/**
 * After a release, a tab opened before it asks for code that is no longer there. Loading the page again gets the new
 * release; at most once a minute, so that code that is truly missing does not reload for ever.
 */
export function reloadForNewRelease() {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(KEY));
    if (Date.now() - last < AGAIN_AFTER_MS) return;
    event.preventDefault();
    sessionStorage.setItem(KEY, String(Date.now()));
    window.location.reload();
  });
}
