// A cell that begins with = + - @, tab or CR is a formula to a spreadsheet. Exported text that does gets a ' in front, and so
// does text that only would after a ' of its own: then removing exactly one gives back what there was.

const wouldBeFormula = /^'*[=+\-@\t\r]/;
const isGuarded = /^'+[=+\-@\t\r]/;

/** Text as a spreadsheet may safely open it. */
export const guardFormula = (text: string): string => (wouldBeFormula.test(text) ? `'${text}` : text);

/** Text as it was before `guardFormula`; text that was never guarded stays. */
export const unguardFormula = (text: string): string =>
  text.charCodeAt(0) === apostrophe && isGuarded.test(text) ? text.slice(1) : text;

const apostrophe = 39;
