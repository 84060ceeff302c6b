import { date, longMonth } from '../../ui/format';
import { lastOfMonth, monthsBefore } from './period';

/**
 * When a month's figures are published, as the end of a sentence: on the 8th of the next month, or when its figures are complete, if
 * that is later. `month` is yyyy-MM or a date in it; `today` is yyyy-MM-dd.
 */
export function publishedOn(month: string, today: string): string {
  const due = `${monthsBefore(lastOfMonth(month), -1).slice(0, 7)}-08`;
  return today < due ? `from ${date(due)}` : `once those of ${longMonth(month)} are complete`;
}
