import { addDays, monthOf, monthStart, shiftMonth, type IsoDate } from '../calendar-dates.js';

/** The days whose changes a batch exports, as people choose them. */
export const runWindows = ['previousMonth', 'currentMonth', 'yesterday', 'today'] as const;
export type RunWindow = (typeof runWindows)[number];

export interface WindowDays {
  /** The first and the last day, yyyy-MM-dd in Sydney. */
  startDate: IsoDate;
  endDate: IsoDate;
}

/** The days of a window on a day in Sydney. `previousMonth` reaches from the first day of the month before up to that day. */
export function windowDays(window: RunWindow, today: IsoDate): WindowDays {
  switch (window) {
    case 'previousMonth':
      return { startDate: monthStart(shiftMonth(monthOf(today), -1)), endDate: today };
    case 'currentMonth':
      return { startDate: monthStart(monthOf(today)), endDate: today };
    case 'yesterday':
      return { startDate: addDays(today, -1), endDate: addDays(today, -1) };
    case 'today':
      return { startDate: today, endDate: today };
  }
}
