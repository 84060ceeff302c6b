const grouped = /^-?\d{1,3}(?:,\d{3})+(?:\.\d*)?$/;
const plain = /^-?(?:\d+(?:\.\d*)?|\.\d+)$/;

/**
 * A number as spreadsheets and databases write it, without its thousands separators and without zeros beyond the column's decimals:
 * 1,234.50 and 85000.0000. Null if it is no number, or if a comma may be a decimal point: then `1,294` may be 1.294.
 */
export function writtenNumber(text: string, decimals: number): string | null {
  const written = text.charCodeAt(0) === apostrophe ? text.slice(1) : text;
  if (grouped.test(written)) {
    const isDecimalPoint = decimals > 2 && written.indexOf(',') === written.lastIndexOf(',') && !written.includes('.');
    return isDecimalPoint ? null : withoutZeros(written.replaceAll(',', ''), decimals);
  }
  return plain.test(written) ? withoutZeros(written, decimals) : null;
}

function withoutZeros(number: string, decimals: number): string {
  const point = number.indexOf('.');
  if (point === -1) return number;
  const end = point + 1 + decimals;
  return /^0*$/.test(number.slice(end)) ? number.slice(0, decimals === 0 ? point : end) : number;
}

const apostrophe = 39;
