/** What a spreadsheet leaves in a cell where a formula fails, or where a column is too narrow. The list is closed, so it may be quoted. */
const formulaError =
  /^#(?:N\/A|REF!|VALUE!|DIV\/0!|NAME\?|NUM!|NULL!|SPILL!|CALC!|FIELD!|BLOCKED!|CONNECT!|UNKNOWN!|BUSY!|PYTHON!|ERROR!|EXTERNAL!|GETTING_DATA|#+)$/i;
/** LibreOffice's name of the same. */
const numberedError = /^Err:\d{3}$/i;
/** 4.00123E+11, and 1E15: a spreadsheet writes a sign or a decimal, and always two digits of exponent. 12E4 may be a code. */
const scientific = /^[+-]?\d+(?:[.,]\d+E[+-]?\d+|E[+-]\d+|E\d{2,})$/i;
const apostropheBeforeDigits = /^['’‘`]\d[\d\s.,/-]*$/;
/** ="00123", by which some programs keep leading zeros. */
const textFormula = /^=\s*(?:"[^"]*"|'[^']*'|\d+)$/;

const remedy = 'Format the column as text';

/** Why a cell cannot be what the fund meant, and what to do; null if it is as a person would write it. It never quotes a value. */
export function debrisProblem(cell: string): string | null {
  switch (cell.charCodeAt(0)) {
    case hash:
    case capitalE:
    case smallE:
      return isFormulaError(cell)
        ? `A spreadsheet left ${shownError(cell)} here instead of the value. ${remedy} and enter the value again.`
        : null;
    case equals:
      return textFormula.test(cell)
        ? `This is a formula of a spreadsheet, not the value. ${remedy} and enter the value again.`
        : null;
    case apostrophe:
    case backtick:
    case leftQuote:
    case rightQuote:
      return apostropheBeforeDigits.test(cell)
        ? `A spreadsheet left an apostrophe before the digits. ${remedy} and enter the digits without it.`
        : null;
    default:
      return scientific.test(cell)
        ? `A spreadsheet wrote this in scientific notation, like 1.2E+11, and dropped digits. ${remedy} and enter all digits again.`
        : null;
  }
}

const isFormulaError = (cell: string): boolean => formulaError.test(cell) || numberedError.test(cell);
const shownError = (cell: string): string => (cell.startsWith('##') ? '####' : cell.slice(0, 20));

/** The same for a cell that is not text, such as an amount or a date. */
export function brokenValueProblem(cell: string): string | null {
  if (isFormulaError(cell))
    return `A spreadsheet left ${shownError(cell)} here instead of the value. Correct the cell, or leave it blank if it is not known.`;
  return scientific.test(cell)
    ? 'A spreadsheet wrote this in scientific notation, like 1.2E+11, and dropped digits. Format the column as a number and enter all digits again.'
    : null;
}

const hash = 35;
const apostrophe = 39;
const equals = 61;
const capitalE = 69;
const backtick = 96;
const smallE = 101;
const leftQuote = 0x2018;
const rightQuote = 0x2019;
