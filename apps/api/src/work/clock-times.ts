import { Cron } from 'croner';

/** When something runs by the clock in Australia/Sydney: each day at a time (HH:mm), or each hour at a minute. */
export type ClockTimes = { every: 'day'; at: string } | { every: 'hour'; atMinute: number };

const cronOf = (times: ClockTimes): Cron => {
  const [hour, minute] = times.every === 'day' ? times.at.split(':').map(Number) : ['*', times.atMinute];
  return new Cron(`${minute} ${hour} * * *`, { timezone: 'Australia/Sydney', paused: true });
};

/** The newest time that has come by `now`, whether or not anything ran then. */
export const lastDue = (times: ClockTimes, now: Date): Date =>
  // Croner leaves out the reference itself.
  cronOf(times).previousRuns(1, new Date(now.getTime() + 1_000))[0]!;

export const nextDue = (times: ClockTimes, now: Date): Date => cronOf(times).nextRun(now)!;

/** In words, as people read it: 'Every day, 01:00'. */
export const timesInWords = (times: ClockTimes): string =>
  times.every === 'day' ? `Every day, ${times.at}` : `Every hour, ${times.atMinute} minutes past`;
