const mostBytes = 1024 ** 3;

/** Why a file cannot be taken in, or null. */
export function rejectionOf({ name, type, size }: File): string | null {
  const told = (constraint: string) =>
    `File: '${name}' type: '${type}' did not pass: '${constraint}' validation constraint`;
  if (!/\.csv$/i.test(name) && type !== 'text/csv') return told('.csv or text/csv');
  return size > mostBytes ? told('at most 1024 MiB') : null;
}
