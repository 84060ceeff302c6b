/** The search; '' in a field that does not restrict it. */
export interface ActivityFilter {
  /** yyyy-MM-dd */
  startDate: string;
  endDate: string;
  /** The ids of a OneCentral user and of another user. */
  resourceId: string;
  userId: string;
  actionType: string;
  /** The inner id of a member. */
  recordId: string;
}

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text);

/** The search in an address. Without dates it begins at the start of this month. */
export function filterOf(params: URLSearchParams, today: string): ActivityFilter & { page: number } {
  const [start, end] = [params.get('startDate'), params.get('endDate')];
  const page = Number(params.get('page'));
  return {
    startDate: isDay(start) ? start : `${today.slice(0, 7)}-01`,
    endDate: isDay(end) ? end : today,
    resourceId: params.get('resourceId') ?? '',
    userId: params.get('userId') ?? '',
    actionType: params.get('actionType') ?? '',
    recordId: params.get('recordId') ?? '',
    page: Number.isInteger(page) && page > 0 ? page : 1,
  };
}

export const addressOf = (filter: ActivityFilter, page = 1): URLSearchParams =>
  new URLSearchParams(
    Object.entries({ ...filter, page: page === 1 ? '' : String(page) }).filter(([, value]) => value !== ''),
  );
