/** First and last day of a month (yyyy-MM), as a question names them. */
export function monthRange(month: string): [string, string] {
  const [year, of] = month.split('-').map(Number) as [number, number];
  const days = new Date(Date.UTC(year, of, 0)).getUTCDate();
  return [`${month}-01`, `${month}-${days}`];
}

/** Every month from one to another, the newest first. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = last; month >= first; month = before(month)) months.push(month);
  return months;
}

function before(month: string): string {
  const [year, of] = month.split('-').map(Number) as [number, number];
  return of === 1 ? `${year - 1}-12` : `${year}-${String(of - 1).padStart(2, '0')}`;
}
