import { isIsoDate } from '@superscope/contracts/sydney-time';

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

/** The texts in an address that should be days and are none. */
export const wrongDaysIn = (params: URLSearchParams): string[] =>
  ['startDate', 'endDate'].map((name) => params.get(name) ?? '').filter((text) => text !== '' && !isIsoDate(text));

/** The day of an address; '' if it is none, which is no day to search by. */
const dayIn = (text: string | null, otherwise: string): string => {
  if (text === null || text === '') return otherwise;
  return isIsoDate(text) ? text : '';
};

/** The search in an address. Without dates it begins at the start of this month. */
export function filterOf(params: URLSearchParams, today: string): ActivityFilter & { page: number } {
  const page = Number(params.get('page'));
  return {
    startDate: dayIn(params.get('startDate'), `${today.slice(0, 7)}-01`),
    endDate: dayIn(params.get('endDate'), today),
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
