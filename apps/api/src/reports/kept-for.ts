/** As long as records of a fund are kept. */
const keptYears = 7;

/** Until when what is made now is kept, if it is kept as a record. */
export function keptFor(now: Date): Date {
  const until = new Date(now);
  until.setUTCFullYear(until.getUTCFullYear() + keptYears);
  return until;
}
