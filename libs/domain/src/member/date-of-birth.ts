import { addMonths, yearsBetween, type IsoDate } from '../calendar-dates.js';

/** In completed years. A date beyond these stands for 'not known', as 01/01/1900 does. */
const oldest = 110;
const youngestToJoin = 10;

export const birthProblem =
  'A date of birth is at most 110 years before today and at least 10 years before the join date: leave it blank if it is not known.';

export const earliestBirth = (today: IsoDate): IsoDate => addMonths(today, -12 * oldest);

/** Whether somebody born on a day can have joined on another one. True if either is not known. */
export const canHaveJoined = (born: IsoDate | null | undefined, joined: IsoDate | null | undefined): boolean =>
  !born || !joined || yearsBetween(born, joined) >= youngestToJoin;
