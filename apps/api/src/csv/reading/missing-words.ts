/**
 * The words and signs with which databases, R, SAS, Python, JavaScript, Go and pivot tables write a value that is missing, in lower case. The
 * list is closed, so it may be quoted.
 */
const words = new Set([
  ...['null', '(null)', '<null>', '[null]', '#null#', '\\n', 'dbnull', 'system.dbnull'],
  ...['na', '<na>', 'n/a', 'n.a.', 'na_character_', 'na_integer_', 'na_real_'],
  ...['nan', '-nan', 'nat', 'none', '<none>', '(none)', 'nil', '<nil>', 'undefined', '[object object]'],
  ...['(blank)', '(blanks)', '(empty)', '<empty>', '(missing)', '<missing>'],
]);
const longest = Math.max(...[...words].map(({ length }) => length));

/** The same in a code. In an amount they may be meant as 0. */
const signs = new Set(['.', '-', '--']);

/** What to do about a cell that stands for a missing value; null if it is none. */
export function missingProblem(cell: string): string | null {
  // Nearly all numbers and codes end here.
  if (cell.length > longest || isDigit(cell.charCodeAt(0)) || !words.has(cell.toLowerCase())) return null;
  return problemOf(cell);
}

/** The same for a number or a code of something. */
export const missingCodeProblem = (cell: string): string | null =>
  signs.has(cell) ? problemOf(cell) : missingProblem(cell);

const problemOf = (cell: string): string =>
  `A database or program wrote ${cell} for a value that is missing. Enter the value, or leave the cell blank if it is not known.`;

const isDigit = (code: number): boolean => code >= zero && code <= nine;
const zero = 48;
const nine = 57;
