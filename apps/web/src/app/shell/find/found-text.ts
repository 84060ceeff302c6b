import { shortestSearch } from '@superscope/contracts/member-event-rules';
import { MOST_SHOWN, type Found } from './use-found';

/** The server lists at most this many. */
const MOST_LISTED = 50;

/** How many were found, in words. */
export function foundText(found: Found, mayFindMembers: boolean): string {
  const { wanted, isLoading, hasFailed, members } = found;
  if (wanted === '') return '';
  if (isLoading) return 'Searching…';
  if (hasFailed) return 'Part of the search did not work. Type on to try again.';
  const others = found.plansAndEmployers.length + found.screens.length + found.reports.length;
  const isShort = mayFindMembers && wanted.length < shortestSearch;
  const short = isShort ? ` Members are found from ${shortestSearch} characters on.` : '';
  if (members + others === 0) {
    const advice = mayFindMembers
      ? 'Nothing within your reach is called so, and nobody has a name that looks or sounds like it. Try the member number or the birth date.'
      : 'Nothing within your reach is called so.';
    return `No results for ${wanted}.${short || ` ${advice}`}`;
  }
  const count = (of: number, what: string) => `${of} ${what}${of === 1 ? '' : 's'}`;
  if (members === 0) return `${count(others, 'result')}.${short}`;
  const persons = members === MOST_LISTED ? `the first ${MOST_LISTED} members` : count(members, 'member');
  const shown = members > MOST_SHOWN ? `, of whom ${MOST_SHOWN} are shown` : '';
  return others === 0 ? `Found ${persons}${shown}.` : `Found ${persons}${shown}, and ${count(others, 'other result')}.`;
}
