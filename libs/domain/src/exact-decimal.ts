/** The shortest digits that read back as the same number, never with an exponent. A number has at most eight decimals in a file. */
export function decimalText(value: number): string {
  const digits = String(value);
  return digits.includes('e') ? value.toFixed(8).replace(/\.?0+$/, '') : digits;
}
