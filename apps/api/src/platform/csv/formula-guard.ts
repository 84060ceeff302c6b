// Spreadsheets treat a cell that begins with = + - @, tab or CR as a formula. Exported text of that kind gets a leading apostrophe. So does
// text that already has apostrophes before such a character, so that removing exactly one restores the original.

const wouldBeFormula = /^'*[=+\-@\t\r]/;
const isGuarded = /^'+[=+\-@\t\r]/;

/** Makes text safe to open in a spreadsheet. */
export const guardFormula = (text: string): string => (wouldBeFormula.test(text) ? `'${text}` : text);

/** Restores text from before `guardFormula`. Text that was never guarded stays as it is. */
export const unguardFormula = (text: string): string =>
  text.charCodeAt(0) === apostrophe && isGuarded.test(text) ? text.slice(1) : text;

const apostrophe = 39;
