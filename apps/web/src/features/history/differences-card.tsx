import type { AsOfDifferences, DifferenceCause } from '@superscope/contracts/as-of-changes';
import type { AsOfView } from '@superscope/contracts/as-of-views';
import { ShieldAlert } from 'lucide-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { NotLoaded } from '../../portal/api/not-loaded';
import { TypeName } from '../../portal/event-type';
import { causeText, changeCount, changeTitle, columnName } from '../../portal/as-of/change-text';
import { searchAddress } from '../../portal/event-search';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { momentTime, month as monthName, number } from '../../ui/format';
import { SelectField } from '../../ui/select-field';
import { Bone, Skeleton } from '../../ui/states';
import { FiguresThenAndNow } from './figures-then-and-now';
import { Toggle } from '../../ui/toggle';
import { useDifferencesQuery, usePlanAsOfQuery } from './history.api';
import { monthsBetween } from './month-range';
import { Heading } from '../../ui/heading';

/** The differences of one month between then and now, with the events recorded in between. */
export function DifferencesCard({ view }: { view: AsOfView }) {
  const [month, setMonth] = useState<string | null>(null);
  const [compares, setCompares] = useState(true);
  const { currentData: plan } = usePlanAsOfQuery({ planId: view.planId, viewId: view.id });
  const { currentData, data, isError, error, refetch } = useDifferencesQuery({ viewId: view.id, month });
  const shown = currentData ?? data;
  const months = plan?.firstMonth && plan.lastMonth ? monthsBetween(plan.firstMonth, plan.lastMonth) : [];
  const choices = shown?.month && !months.includes(shown.month) ? [shown.month, ...months] : months;
  return (
    <div className="mt-4 grid grid-cols-[minmax(0,1fr)] gap-4 xl:grid-cols-[minmax(0,3fr)_minmax(0,2fr)] xl:items-start">
      <Card aria-label="Differences">
        <CardHead
          title="Then and now"
          note="The same month, by what was recorded by then and by all that is known now"
          stacks
          right={
            choices.length > 0 && (
              <SelectField
                label="Effective month"
                options={choices.map((value) => ({ value, label: monthName(value) }))}
                value={month ?? shown?.month ?? choices[0]!}
                onChange={setMonth}
              />
            )
          }
        />
        <div className="mt-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
          <p className="flex items-center gap-1.5 text-sm font-semibold text-attention">
            <ShieldAlert size={15} className="shrink-0" aria-hidden />
            Exact figures, staff only
          </p>
          <Toggle label="Compare with now" selected={compares} onChange={setCompares} small className="w-auto!" />
        </div>
        {isError ? (
          <NotLoaded what="The differences" error={error} onRetry={() => void refetch()} />
        ) : shown === undefined ? (
          <Skeleton label="the differences">
            <Bone className="mt-4 h-48" />
          </Skeleton>
        ) : (
          <div className={currentData === undefined ? 'opacity-60' : ''}>
            {shown.month !== null && <FiguresThenAndNow view={view} month={shown.month} compares={compares} />}
            {compares && <Columns differences={shown} />}
          </div>
        )}
      </Card>
      {shown !== undefined && compares && <Changes differences={shown} />}
    </div>
  );
}

/** Values that are listed at first: those of most members. */
const FIRST = 12;

function Columns({ differences }: { differences: AsOfDifferences }) {
  const [all, setAll] = useState(false);
  const { month, columns, membersThen, membersNow, onlyThen, onlyNow } = differences;
  if (month === null) return <p className="mt-4 text-base text-ink-2">This plan has no figures, then or now.</p>;
  const sides = [
    { name: 'Members only then', ...onlyThen },
    { name: 'Members only now', ...onlyNow },
  ].filter(({ members }) => members > 0);
  const first = (all ? columns : columns.slice(0, FIRST)).map(({ column, ...of }) => ({
    name: columnName(column),
    ...of,
  }));
  return (
    <>
      <Heading lower={1} className="mt-6 text-base font-semibold">
        Member by member
      </Heading>
      <p className="mt-1 text-base text-ink-2">
        {number(membersThen)} members then, {number(membersNow)} now.
        {columns.length + sides.length === 0 && ' Every value is the same.'}
      </p>
      {columns.length + sides.length > 0 && (
        <ul className="mt-2 divide-y border-y">
          {[...sides, ...first].map(({ name, members, causes }) => (
            <li key={name} className="py-2.5">
              <details>
                <summary className="flex cursor-pointer items-baseline gap-3 text-base">
                  <span className="min-w-0 flex-1 font-medium">{name}</span>
                  <span className="text-ink-2">
                    {number(members)} member{members === 1 ? '' : 's'}
                  </span>
                </summary>
                <Causes causes={causes} />
              </details>
            </li>
          ))}
        </ul>
      )}
      {columns.length > FIRST && !all && (
        <Button kind="quiet" className="mt-2" onClick={() => setAll(true)}>
          Show all {number(columns.length)} values
        </Button>
      )}
    </>
  );
}

/** Several may have made one difference: all of them are listed. */
const Causes = ({ causes }: { causes: readonly DifferenceCause[] }) =>
  causes.length === 0 ? (
    <p className="mt-2 text-sm text-ink-3">Follows from the running of time: no event since then changes this.</p>
  ) : (
    <ul className="mt-2 space-y-1 text-sm text-ink-2">
      {causes.map((cause) => (
        <li key={`${cause.type} ${cause.detail}`}>
          <Link to={searchAddress(cause.search)} className="hover:underline">
            {causeText(cause)}
          </Link>
        </li>
      ))}
    </ul>
  );

const Changes = ({ differences: { changes } }: { differences: AsOfDifferences }) => (
  <Card aria-label="What was recorded since then">
    <CardHead title="What was recorded since then" note="By type, the newest first; each leads to its events" />
    {changes.length === 0 ? (
      <p className="mt-3 text-base text-ink-2">Nothing of this plan was recorded since then.</p>
    ) : (
      <ul className="mt-3 max-h-[640px] divide-y overflow-y-auto" tabIndex={0} aria-label="Events since then">
        {changes.map((change) => (
          <li key={`${change.type} ${change.detail} ${change.lastAt}`} className="py-2.5">
            <Link to={searchAddress(change.search)} className="block text-base font-medium hover:underline">
              {changeTitle(change)}
            </Link>
            <TypeName type={change.type} />
            <span className="block text-sm text-ink-3">
              {changeCount(change)}, {momentTime(change.lastAt)}
            </span>
          </li>
        ))}
      </ul>
    )}
  </Card>
);
