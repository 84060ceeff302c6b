import type { RecordedChange, RecordedKind } from '@superscope/contracts/as-of-changes';
import { month, number } from '../../ui/format';

const TITLES: Record<RecordedKind, string> = {
  snapshotsImported: 'Member snapshots imported',
  holdingsImported: 'Assets owned imported',
  snapshotsWithdrawn: 'Snapshot import withdrawn',
  holdingsWithdrawn: 'Assets owned import withdrawn',
  membersRegistered: 'Members registered',
  detailsRevised: 'Member details revised',
  membersMoved: 'Members moved',
  membersLeft: 'Members left',
  activityRecorded: 'Member event recorded',
  contactRequested: 'Contact requested',
  campaignRun: 'Campaign run',
  campaignEngagement: 'Campaign engagement',
  figuresRevised: 'Figures revised',
  assetsPublished: 'Investment options published',
  planPublished: 'Plan published',
  monthClosed: 'Month closed',
};

/** 'PotentialConsolidationVerified' reads 'potential consolidation verified'. */
const words = (name: string) => name.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();

/** What an event or several of a kind did, in a line. */
export function changeTitle({ kind, detail }: Pick<RecordedChange, 'kind' | 'detail'>): string {
  if (detail === '') return TITLES[kind];
  if (detail === 'MemberEventWithdrawn') return 'Member event withdrawn';
  if (/^\d{4}-\d{2}$/.test(detail)) return `${TITLES[kind]}, ${month(detail)}`;
  return `${TITLES[kind]}: ${kind === 'campaignRun' ? detail : words(detail)}`;
}

/** How many events they are, and of how many members. */
export function changeCount({ kind, count, members }: Pick<RecordedChange, 'kind' | 'count' | 'members'>): string {
  const isImport = kind === 'snapshotsImported' || kind === 'holdingsImported';
  const what = isImport ? 'row' : 'event';
  const counted = `${number(count)} ${what}${count === 1 ? '' : 's'}`;
  return members === 0 ? counted : `${counted} about ${number(members)} member${members === 1 ? '' : 's'}`;
}

/** 'total_assets_owned_cents' reads 'Total assets owned'. */
export function columnName(column: string): string {
  const text = column
    .replace(/_(cents|on)$/, '')
    .replaceAll('_', ' ')
    .replace(/\btpd\b/g, 'TPD')
    .replace(/\bsci\b/g, 'SCI');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
