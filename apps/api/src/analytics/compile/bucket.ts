import { addDays } from '@superscope/domain/calendar-dates';

/** The first day of the bucket that a day (yyyy-MM-dd) belongs to. Weeks start on Monday. */
export function bucketOf(day: string, granularity: string): string {
  switch (granularity) {
    case 'week':
      return addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));
    case 'month':
      return `${day.slice(0, 7)}-01`;
    case 'quarter': {
      const month = Math.floor((Number(day.slice(5, 7)) - 1) / 3) * 3 + 1;
      return `${day.slice(0, 4)}-${String(month).padStart(2, '0')}-01`;
    }
    case 'year':
      return `${day.slice(0, 4)}-01-01`;
    default:
      return day;
  }
}
