/** The address of the page about a member, by the inner id: it names nobody. */
export const memberPath = (memberId: string, tab?: string): string =>
  `/staff/members/${encodeURIComponent(memberId)}${tab === undefined || tab === 'overview' ? '' : `/${tab}`}`;
