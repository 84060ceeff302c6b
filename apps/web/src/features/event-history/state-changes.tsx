import type { EventDetail, StateField } from '@superscope/contracts/event-history';
import { date, momentTime, month, number } from '../../ui/format';
import { Records } from '../../portal/records/record-table';
import { NoData } from '../../ui/states';
import { fieldName } from './history-text';

const nameOf = ({ path }: StateField) => (
  <span className="wrap-anywhere font-medium" title={path.join(' › ')}>
    {fieldName(path)}
  </span>
);
const NOTHING = 'Nothing';

/** The stream's state before and after an event, field by field. */
export function StateChanges({ state, isTooLong }: Pick<EventDetail, 'state' | 'isTooLong'>) {
  if (isTooLong)
    return (
      <NoData className="m-5">
        This stream is too long to be read again for one event. What the event says stands below.
      </NoData>
    );
  if (state === null) return <NoData className="m-5">This stream keeps no state that could be compared.</NoData>;
  const { fields, unchanged, isCut } = state;
  if (fields.length === 0) return <NoData className="m-5">The event changed nothing of what its stream says.</NoData>;
  return (
    <>
      <Records
        label="Fields"
        rows={fields}
        idOf={({ path }) => path.join('/')}
        columns={[
          { head: 'Field', cell: nameOf, className: 'min-w-48 wrap-anywhere font-medium' },
          { head: 'Before', cell: ({ before }) => <Value text={before} />, className: 'w-2/5 wrap-anywhere' },
          { head: 'After', cell: ({ after }) => <Value text={after} />, className: 'w-2/5 wrap-anywhere' },
        ]}
      />
      <p className="border-t px-4 py-3 text-sm text-ink-3 sm:px-5">
        {isCut && 'More fields changed than are listed here. '}
        {unchanged === 0
          ? 'No other field has a value.'
          : `${number(unchanged)} other ${fieldsOf(unchanged)} as before.`}
      </p>
    </>
  );
}

const fieldsOf = (count: number) => (count === 1 ? 'field is' : 'fields are');

/** Days, months and instants as the rest of the portal writes them; everything else as it is. */
function readable(text: string): string {
  if (/^\d{4}-\d{2}$/.test(text)) return month(text);
  if (/^\d{4}-\d{2}-\d{2}$/.test(text)) return date(text);
  return /^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(text) ? momentTime(text) : text;
}

/** Hidden and absent values are styled differently from stored ones. */
const Value = ({ text }: { text: string | null }) =>
  text === null ? (
    <span className="text-ink-3">{NOTHING}</span>
  ) : text === 'Hidden' || text === 'Not shown' ? (
    <span className="rounded-sm bg-sunken px-1.5 py-0.5 text-ink-2">{text}</span>
  ) : (
    <span className="wrap-anywhere">{readable(text)}</span>
  );
