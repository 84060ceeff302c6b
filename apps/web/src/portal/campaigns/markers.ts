import type { Marker } from '../../ui/column-chart';
import { columnOf, type Campaign } from './campaigns.api';

/** The markers of the months in which campaigns ran: R for a report, E for an email campaign. */
export const markersOf = (campaigns: Campaign[], months: string[], quarterEnds: boolean): Marker[] =>
  months.flatMap((at) => {
    const run = campaigns.filter((campaign) => columnOf(campaign, months, quarterEnds) === at);
    if (run.length === 0) return [];
    const reports = run.some(({ kind }) => kind === 'report');
    const emails = run.some(({ kind }) => kind === 'email');
    const label = reports && emails ? 'R E' : reports ? 'R' : 'E';
    const tone = reports ? ('ink' as const) : ('info' as const);
    const heading = run.length > 1 ? 'Campaigns' : 'Campaign';
    return [{ month: at, label, tone, names: run.map(({ name }) => name), heading }];
  });
