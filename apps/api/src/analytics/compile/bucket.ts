/** The first day of the bucket that a day (yyyy-MM-dd) belongs to. Weeks start on Monday. */
export function bucketOf(day: string, granularity: string): string {
  switch (granularity) {
    case 'week': {
      const at = new Date(`${day}T00:00:00Z`);
      at.setUTCDate(at.getUTCDate() - ((at.getUTCDay() + 6) % 7));
      return at.toISOString().slice(0, 10);
    }
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
