/** The path of a line through the values that are known, with a gap where one is not. `x` and `y` place a value of the series. */
export const gappedLine = (
  values: readonly (number | null)[],
  x: (at: number) => number,
  y: (value: number) => number,
): string =>
  values
    .map((value, at) =>
      value === null ? '' : `${values[at - 1] == null ? 'M' : 'L'}${x(at).toFixed(1)} ${y(value).toFixed(1)}`,
    )
    .join('');
