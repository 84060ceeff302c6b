/** Dollars as typed, such as '$92,000.00'; NaN for anything else. */
export const dollarsOf = (typed: string): number => {
  const plain = typed.replaceAll(/[\s,$]/g, '');
  return /^-?\d+(\.\d{1,2})?$/.test(plain) ? Number(plain) : Number.NaN;
};
