export { holdsTaxFileNumber, noTaxFileNumbers } from '@superscope/domain/tax-file-number';

/** Refused cells on a page of the grid. */
export const refusedCellsPerPage = 50;
