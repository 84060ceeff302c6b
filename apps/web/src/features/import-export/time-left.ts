/** The number of rows done at a time. */
export interface Seen {
  done: number;
  atMs: number;
}

/** Seconds until all rows are done at the average speed since the first sample; null until the speed is known. */
export function secondsLeft(first: Seen, now: Seen, rows: number): number | null {
  const done = now.done - first.done;
  const seconds = (now.atMs - first.atMs) / 1000;
  if (done <= 0 || seconds < 1) return null;
  return Math.max(0, ((rows - now.done) * seconds) / done);
}

/** Such as "about 40 s left": in steps, because it is an estimate. */
export function timeLeftText(seconds: number): string {
  if (seconds < 5) return 'a few seconds left';
  if (seconds < 55) return `about ${Math.ceil(seconds / 5) * 5} s left`;
  const minutes = Math.ceil(seconds / 60);
  return minutes === 1 ? 'about a minute left' : `about ${minutes} minutes left`;
}
