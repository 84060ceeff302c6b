import type { OnecentralExpected } from '@superscope/contracts/onecentral-imports';
import { CircleAlert, CircleCheck, CircleDashed, CircleOff, Pencil } from 'lucide-react';
import { useState } from 'react';
import { QueryStates } from '../../portal/records/query-states';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { date, momentTime, sydneyToday } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { ExpectationDialog } from './expectation.dialog';
import { useOnecentralExpectedQuery } from './onecentral-imports.api';
import { TableName } from '../../portal/imports/table-name';

type Table = OnecentralExpected['tables'][number];

const EVERY_MS = 15_000;

/** Whether the inbox answers, and when tables are expected. */
export function ExpectedCard() {
  const expected = useOnecentralExpectedQuery(undefined, { pollingInterval: EVERY_MS, skipPollingIfUnfocused: true });
  const [isEdited, setEdited] = useState(false);
  return (
    <Card aria-label="What is expected">
      <CardHead
        title="What is expected"
        note={noteOf(expected.data?.inbox)}
        right={
          expected.data !== undefined && (
            <Button kind="quiet" icon={Pencil} onClick={() => setEdited(true)}>
              Edit expectations
            </Button>
          )
        }
      />
      {isEdited && expected.data !== undefined && (
        <ExpectationDialog
          tables={expected.data.tables}
          revision={expected.data.revision}
          onClose={() => setEdited(false)}
        />
      )}
      <QueryStates query={expected} what="What is expected" className="mt-3 min-h-16">
        {({ inbox, tables }) => (
          <>
            {inbox.awaySince !== null && (
              <div className="mt-3">
                <MessageBox tone="danger">
                  The inbox does not answer since {momentTime(inbox.awaySince)}. Nothing is lost; looking again every{' '}
                  {inbox.everySeconds} s.
                </MessageBox>
              </div>
            )}
            {tables.length > 0 ? (
              <ul className="mt-4 grid gap-x-6 gap-y-4 sm:grid-cols-2 lg:grid-cols-4">
                {tables.map((table) => (
                  <Expected key={table.table} table={table} />
                ))}
              </ul>
            ) : (
              <p className="mt-3 text-base text-ink-2">
                No table has come yet. A table that comes each month is expected by the day by which it used to come.
              </p>
            )}
          </>
        )}
      </QueryStates>
    </Card>
  );
}

function noteOf(inbox: OnecentralExpected['inbox'] | undefined): string {
  if (inbox === undefined) return 'The tables that OneCentral sends';
  if (!inbox.isSet) return 'The settings name no inbox, so no files arrive';
  if (inbox.lookedAt === null) return 'The inbox has not been looked at yet';
  return `Inbox looked at ${momentTime(inbox.lookedAt)}, every ${inbox.everySeconds} s`;
}

/** How much of a day's text two days share if they lie within one rhythm: a month, or a day. */
const SAME = { month: 7, day: 10 } as const;

function titleOf({ lastOn, dueOn, byTime, every, isLate, daysLate }: Table) {
  if (isLate && daysLate === 0) return [CircleAlert, 'text-danger', `Late since ${byTime}`] as const;
  if (isLate) return [CircleAlert, 'text-danger', `Late by ${daysLate} ${daysLate === 1 ? 'day' : 'days'}`] as const;
  if (every === 'never') return [CircleOff, 'text-ink-2', 'Not expected'] as const;
  const same = SAME[every ?? 'month'];
  const cameInTime = lastOn !== null && lastOn.slice(0, same) === sydneyToday().slice(0, same);
  return lastOn !== null && (cameInTime || dueOn === null)
    ? ([CircleCheck, 'text-good', `Came ${date(lastOn)}`] as const)
    : ([CircleDashed, 'text-ink-2', `Due ${date(dueOn!)}`] as const);
}

function rhythmOf({ every, dayOfMonth, byTime }: Table): string {
  if (every === 'day') return byTime === null ? 'every day' : `every day by ${byTime}`;
  return dayOfMonth === null ? 'no monthly rhythm' : `monthly by the ${ordinal(dayOfMonth)}`;
}

function Expected({ table: each }: { table: Table }) {
  const { table, lastOn, dueOn, every, isLate } = each;
  const [Icon, tone, title] = titleOf(each);
  const last = lastOn === null ? 'never came' : `last ${date(lastOn)}`;
  const next = dueOn === null ? '' : `; next ${date(dueOn)}`;
  return (
    <li>
      <p className="text-sm font-semibold text-ink-2">
        <TableName table={table} />
      </p>
      <p className="mt-1 flex items-start gap-2 text-base">
        <Icon size={16} className={cx('mt-0.5 shrink-0', tone)} aria-hidden />
        <span>
          <b className={cx('font-semibold', isLate && 'text-danger')}>{title}</b>
          <span className="block text-sm text-ink-2">
            {every === 'never' ? last : `${rhythmOf(each)}${title.startsWith('Came') ? next : `; ${last}`}`}
          </span>
        </span>
      </p>
    </li>
  );
}

/** 1st, 2nd, 3rd, 4th, 11th, 21st. */
function ordinal(day: number): string {
  const isTeen = day > 10 && day < 14;
  const ending = isTeen ? 'th' : (['th', 'st', 'nd', 'rd'][day % 10] ?? 'th');
  return `${day}${ending}`;
}
