/**
 * The words and signs with which databases, R, SAS, Python, JavaScript, Go and pivot tables write a value that is missing, in lower case. The
 * list is closed, so it may be quoted.
 */
const words = new Set([
  ...['null', '(null)', '<null>', '[null]', '{null}', '#null#', '$null$', '\\n', 'dbnull', 'system.dbnull', 'nothing'],
  ...[
    'na',
    '<na>',
    '#na',
    'n/a',
    'n/a.',
    '#n/a n/a',
    'n\\a',
    'n.a',
    'n.a.',
    'na_character_',
    'na_integer_',
    'na_real_',
  ],
  ...['nan', '-nan', 'nan(ind)', '-nan(ind)', '1.#ind', '-1.#ind', '1.#qnan', '-1.#qnan', '1.#inf', '-1.#inf', 'nat'],
  ...['inf', '+inf', '-inf', 'infinity', '-infinity', 'none', '<none>', '(none)', 'nil', '<nil>', 'undef', 'undefined'],
  ...['[object object]', '#error', '#deleted', '#empty', '#missing', '#multivalue', '{}', '[]', '""', "''"],
  ...[
    '(blank)',
    '(blanks)',
    '(empty)',
    '<empty>',
    'missing',
    '(missing)',
    '<missing>',
    'not assigned',
    '#not assigned',
  ],
]);
const longest = Math.max(...[...words].map(({ length }) => length));

/** The same in a code. In an amount they may be meant as 0. */
const signs = new Set(['.', '..', '...', '…', '-', '--', '---', '–', '—', '−', '?', '??', '???', '#']);

/** A word with one of these is nobody's name, and nothing that people type for want of one, as they do n/a. */
const onlyProgramsWrite = /[\\()<>[\]{}#$_]/;

/** What to do about a cell that stands for a missing value; null if it is none. */
export function missingProblem(cell: string, isRequired = false): string | null {
  // Nearly all numbers and codes end here.
  if (cell.length > longest || (isDigit(cell.charCodeAt(0)) && !cell.includes('#'))) return null;
  return words.has(cell.normalize('NFKC').toLowerCase()) ? problemOf(cell, isRequired) : null;
}

/** The same for a number or a code of something. */
export const missingCodeProblem = (cell: string, isRequired = false): string | null =>
  signs.has(cell) ? problemOf(cell, isRequired) : missingProblem(cell, isRequired);

/** The same for a name: Null is a surname, and (null) is none. */
export const missingNameProblem = (cell: string, isRequired = false): string | null =>
  onlyProgramsWrite.test(cell) ? missingProblem(cell, isRequired) : null;

const problemOf = (cell: string, isRequired: boolean): string =>
  `A database or program wrote ${cell} for a value that is missing. Enter the value${isRequired ? '' : ', or leave the cell blank if it is not known'}.`;

const isDigit = (code: number): boolean => code >= zero && code <= nine;
const zero = 48;
const nine = 57;
