import { Cron } from 'croner';

/** When something runs by the clock in Australia/Sydney: each week on a day or each day at a time (HH:mm), or each hour at a minute. */
export type ClockTimes =
  | { every: 'week'; on: (typeof weekdays)[number]; at: string }
  | { every: 'day'; at: string }
  | { every: 'hour'; atMinute: number };

/** In the order of their numbers in a pattern of times. */
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;

const cronOf = (times: ClockTimes): Cron => {
  const [hour, minute] = times.every === 'hour' ? ['*', times.atMinute] : times.at.split(':').map(Number);
  const day = times.every === 'week' ? weekdays.indexOf(times.on) : '*';
  return new Cron(`${minute} ${hour} * * ${day}`, { timezone: 'Australia/Sydney', paused: true });
};

/** The newest time that has come by `now`, whether or not anything ran then. */
export const lastDue = (times: ClockTimes, now: Date): Date =>
  // Croner leaves out the reference itself.
  cronOf(times).previousRuns(1, new Date(now.getTime() + 1_000))[0]!;

export const nextDue = (times: ClockTimes, now: Date): Date => cronOf(times).nextRun(now)!;

/** In words, as people read it: 'Every day, 01:00'. */
export function timesInWords(times: ClockTimes): string {
  switch (times.every) {
    case 'week':
      return `Every ${times.on}, ${times.at}`;
    case 'day':
      return `Every day, ${times.at}`;
    case 'hour':
      return `Every hour, ${times.atMinute} minutes past`;
  }
}
