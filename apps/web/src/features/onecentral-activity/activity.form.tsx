import type { ActivityUser } from '@superscope/contracts/onecentral-activity';
import type { MemberOption } from '@superscope/contracts/member-events';
import { Search } from 'lucide-react';
import { useState } from 'react';
import { MemberLookup } from '../../portal/members/member-lookup';
import { Button } from '../../ui/button';
import { DateField } from '../../ui/date-field';
import { sydneyToday } from '../../ui/format';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { asksForUnread } from '../../ui/unread-fields';
import type { ActivityFilter } from './activity-address';
import { useActivityActionsQuery, useActivityUsersQuery } from './onecentral-activity.api';

const FIRST_DAY = '1970-01-01';

interface Props {
  filter: ActivityFilter;
  onChange: (changed: Partial<ActivityFilter>) => void;
  member: MemberOption | null;
  onMember: (member: MemberOption | null) => void;
  onSearch: () => void;
}

export function ActivityForm({ filter, onChange, member, onMember, onSearch }: Props) {
  const own = useActivityUsersQuery(true);
  const others = useActivityUsersQuery(false);
  const actions = useActivityActionsQuery();
  const today = sydneyToday();
  const problem = problemOf(filter);
  const day = (name: 'startDate' | 'endDate') => ({
    required: true,
    min: FIRST_DAY,
    max: today,
    value: filter[name] || null,
    onChange: (value: string | null) => onChange({ [name]: value ?? '' }),
  });
  const choice = (name: 'resourceId' | 'userId' | 'actionType') => ({
    wide: true,
    value: filter[name],
    onChange: (value: string) => onChange({ [name]: value }),
  });
  return (
    <form
      aria-label="Search"
      noValidate
      className="card mb-4 p-4 sm:p-5"
      onSubmit={(event) => {
        event.preventDefault();
        if (problem === undefined && !asksForUnread(event.currentTarget)) onSearch();
      }}
    >
      <div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-4">
        <DateField {...day('startDate')} label="From" error={filter.startDate === '' ? problem : undefined} />
        <DateField {...day('endDate')} label="To" error={filter.startDate === '' ? undefined : problem} />
        <SelectField {...choice('resourceId')} label="OneCentral user" options={userOptions(own.data)} />
        <SelectField {...choice('userId')} label="Other user" options={userOptions(others.data)} />
        <SelectField
          {...choice('actionType')}
          label="Action"
          options={[
            { value: '', label: 'All actions' },
            ...(actions.data ?? []).map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <div className="sm:col-span-2">
          <MemberLookup label="Member viewed" member={member} onChange={onMember} />
        </div>
        <MemberIdField chosen={filter.recordId} onChoose={(recordId) => onChange({ recordId })} />
        <div className="max-sm:w-full sm:col-span-2 sm:justify-self-end xl:col-span-4">
          <Button kind="primary" type="submit" icon={Search} disabled={problem !== undefined} className="max-sm:w-full">
            Search
          </Button>
        </div>
      </div>
      {[own, others, actions].some(({ isError }) => isError) && (
        <p role="alert" className="mt-3 text-sm text-danger">
          Some choices did not load. Open the page again to choose among them.
        </p>
      )}
    </form>
  );
}

/** An id as the event history and the log of erasures write it. It finds an erased member, whom no name finds. */
function MemberIdField({ chosen, onChoose }: { chosen: string; onChoose: (id: string) => void }) {
  const [field, setField] = useState({ chosen, typed: chosen });
  // The member was chosen by name, or the search was changed.
  if (field.chosen !== chosen) setField({ chosen, typed: chosen });
  const typed = field.typed.trim().toLowerCase();
  const isId = ID.test(typed);
  return (
    <TextField
      compact
      label="Member id, also of erased members"
      placeholder="00000000-0000-…"
      spellCheck={false}
      autoComplete="off"
      value={field.typed}
      error={typed === '' || isId ? undefined : 'This is not a member’s id'}
      onChange={({ target }) => {
        const next = target.value.trim().toLowerCase();
        const id = next === '' || ID.test(next) ? next : chosen;
        setField({ chosen: id, typed: target.value });
        if (id !== chosen) onChoose(id);
      }}
    />
  );
}

const ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

const userOptions = (users: readonly ActivityUser[] = []) => [
  { value: '', label: 'All' },
  ...users.map(({ id, username, name, active }) => ({
    value: id,
    label: `${name === null ? username : `${name} (${username})`}${active ? '' : ', inactive'}`,
  })),
];

function problemOf({ startDate, endDate }: ActivityFilter): string | undefined {
  if (startDate === '' || endDate === '') return 'Please give a date';
  return endDate < startDate ? 'This is before the first day' : undefined;
}
