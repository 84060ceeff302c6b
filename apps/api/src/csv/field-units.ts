import type { CsvColumn } from '@superscope/contracts/csv-columns';
import { units } from '@superscope/domain/file-check/units';

/** The unit of a column's values, as people read it; '' if they have none. */
export const unitOf = ({ unit }: CsvColumn): string => (unit === undefined ? '' : units[unit].text);
