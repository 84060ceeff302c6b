/** Macs have Cmd where other machines have Ctrl: there, Ctrl+K in a field deletes the rest of the line. */
const isMac = /Mac|iPhone|iPad/.test(navigator.userAgent);

/** The keys that open Find, as the button shows them. */
export const findKeys = isMac ? '⌘ K' : 'Ctrl K';
export const newTabKeys = isMac ? '⌘ Enter' : 'Ctrl Enter';
export const findShortcut = isMac ? 'Meta+K' : 'Control+K';

/** Whether a key press, which nothing else has taken, opens Find. */
export const opensFind = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === 'k' &&
  event.metaKey === isMac &&
  event.ctrlKey === !isMac &&
  !event.altKey &&
  !event.shiftKey &&
  !event.repeat &&
  !event.isComposing &&
  !event.defaultPrevented;
