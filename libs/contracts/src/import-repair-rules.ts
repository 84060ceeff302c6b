export { holdsTaxFileNumber, noTaxFileNumbers } from '@superscope/domain/tax-file-number';

/** Refused cells on a page of the grid. */
export const refusedCellsPerPage = 50;

/** Most cells that are corrected in one file, and most lines that are skipped one by one. */
export const mostCorrections = 2_000;
