import type { ImportProgress } from '@superscope/contracts/csv-import';
import { number } from '../../ui/format';

type Ended = Pick<ImportProgress, 'state' | 'rows' | 'written' | 'skipped' | 'events' | 'errorCount'>;

/** The outcome of an import, such as "12 rows: 10 written, 2 as they were. 11 events." */
export function outcomeText({ state, rows, written, skipped, events, errorCount }: Ended): string {
  const parts = [
    `${number(written)} written`,
    ...(skipped > 0 ? [`${number(skipped)} as they were`] : []),
    ...(errorCount > 0 ? [`${number(errorCount)} refused`] : []),
  ];
  const made = events === null ? '' : `. ${number(events)} ${events === 1 ? 'event' : 'events'}`;
  return `${number(rows)} ${rows === 1 ? 'row' : 'rows'}: ${parts.join(', ')}${state === 'failed' ? ', then it failed' : ''}${made}`;
}
