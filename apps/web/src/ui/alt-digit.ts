/**
 * The digit above the letters that is pressed with Alt alone, whatever Alt makes of it; undefined for any other key. Alt with the number pad
 * types a character on Windows.
 */
export const altDigit = ({
  code,
  altKey,
  ctrlKey,
  metaKey,
}: Pick<KeyboardEvent, 'code' | 'altKey' | 'ctrlKey' | 'metaKey'>): string | undefined =>
  altKey && !ctrlKey && !metaKey ? /^Digit(\d)$/.exec(code)?.[1] : undefined;
