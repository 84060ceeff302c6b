/** Unicode has the digits of each script in a row from its zero on, and the rows of some scripts directly after one another. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0)!;
  let first = code;
  while (isDigit.test(String.fromCodePoint(first - 1))) first -= 1;
  return (code - first) % 10;
}

const isDigit = /^\p{Nd}$/u;
const otherDigits = /(?![0-9])\p{Nd}/gu;

/** A text with the digits of other scripts as 0 to 9: ٣ and 3 are one digit. */
export const plainDigits = (text: string): string => text.replace(otherDigits, (digit) => String(valueOf(digit)));
