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

/** The digit that is pressed with Alt alone, by its place: Alt makes another character of it on a Mac. Undefined for any other key. */
export const digitWithAlt = ({
  code,
  altKey,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>): string | undefined =>
  altKey && !ctrlKey && !metaKey ? /^Digit(\d)$/.exec(code)?.[1] : undefined;
