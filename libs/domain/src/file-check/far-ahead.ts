import { addMonths, type IsoDate } from '../calendar-dates.js';

/** Whether a day is further ahead than tables and figures are published, so that its year may be mistyped. */
export const isFarAhead = (day: IsoDate, today: IsoDate): boolean => day > addMonths(today, 12);

/** What is asked about such a day. `what`: 'assets of PF', 'The figures'. */
export const farAheadText = (what: string, day: IsoDate): string =>
  `${what} would be valid from ${day.split('-').reverse().join('/')} only, more than a year ahead.`;
