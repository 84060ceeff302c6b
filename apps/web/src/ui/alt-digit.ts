/**
 * The digit above the letters that is pressed with Alt alone, whatever Alt makes of it; undefined for any other key. Alt with the number pad
 * types a character on Windows.
 */
export const altDigit = ({
  code,
  altKey,
  ctrlKey,
  metaKey,
  shiftKey,
}: Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>): string | undefined =>
  altKey && !ctrlKey && !metaKey && !shiftKey ? /^Digit(\d)$/.exec(code)?.[1] : undefined;
