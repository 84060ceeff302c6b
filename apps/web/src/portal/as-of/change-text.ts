import type { RecordedChange } from '@superscope/contracts/as-of-changes';
import type { EventName } from '@superscope/contracts/event-names';
import { typeWords } from '../event-type';
import { momentTime, month, number } from '../../ui/format';

/** Titles of event types whose own name says too little or names a step of the implementation. */
const TITLES: Partial<Record<EventName, string>> = {
  MemberSnapshotsCompleted: 'Member snapshots imported',
  AssetsOwnedCompleted: 'Assets owned imported',
  AssetsPublished: 'Investment options published',
  MemberRegistered: 'Members registered',
  MemberMoved: 'Members moved',
  MemberLeft: 'Members left',
};

/** What one or more events of a type did, in one line. */
export function changeTitle({ type, detail }: Pick<RecordedChange, 'type' | 'detail'>): string {
  const title = TITLES[type as EventName] ?? typeWords(type);
  if (detail === '') return title;
  return /^\d{4}-\d{2}$/.test(detail) ? `${title}, ${month(detail)}` : `${title}: ${detail}`;
}

/** The number of events, or of an import's rows, and of the members concerned. */
export function changeCount({ type, count, members }: Pick<RecordedChange, 'type' | 'count' | 'members'>): string {
  const what = isImport(type) ? 'row' : 'event';
  const counted = `${number(count)} ${what}${count === 1 ? '' : 's'}`;
  return members === 0 ? counted : `${counted} about ${number(members)} member${members === 1 ? '' : 's'}`;
}

const IMPORTS: readonly EventName[] = ['MemberSnapshotsCompleted', 'AssetsOwnedCompleted'];
const isImport = (type: string) => IMPORTS.some((each) => each === type);

/** What made a difference, and when: 'Member details revised, 01/06/2020 10:00:00: 12 of these members'. */
export const causeText = (cause: RecordedChange): string =>
  `${changeTitle(cause)}, ${momentTime(cause.lastAt)}: ${number(cause.members)} of these members`;

/** 'total_assets_owned_cents' reads 'Total assets owned'. */
export function columnName(column: string): string {
  const text = column
    .replace(/_(cents|on)$/, '')
    .replaceAll('_', ' ')
    .replace(/\btpd\b/g, 'TPD')
    .replace(/\bsci\b/g, 'SCI');
  return text.charAt(0).toUpperCase() + text.slice(1);
}
