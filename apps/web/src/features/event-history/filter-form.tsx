import type { EventChoices, EventFilter } from '@superscope/contracts/event-history';
import { Search } from 'lucide-react';
import { useState, type FormEvent } from 'react';
import { typeWords } from '../../portal/event-type';
import { PlanField } from '../../portal/plan/plan-field';
import { usePlanName } from '../../portal/plan/use-plan-name';
import { Button } from '../../ui/button';
import { Card } from '../../ui/card';
import { DateTimeField } from '../../ui/date-time-field';
import { sydneyField, sydneyInstant } from '../../ui/format';
import { instantOf } from '../../ui/instant-text';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { asksForUnread } from '../../ui/unread-fields';
import { memberText } from './history-text';
import { MemberField } from './member-field';

/** Names of the members and plans chosen on this page, by id, because the address holds only ids. */
export type KnownNames = ReadonlyMap<string, string>;

interface Props {
  filter: EventFilter;
  names: KnownNames;
  choices: EventChoices | undefined;
  onSearch: (filter: EventFilter, names: KnownNames) => void;
}

type Draft = Record<'stream' | 'correlationId' | 'userId' | 'type' | 'from' | 'to', string>;

const fieldOf = (given: string | undefined): string => {
  const instant = instantOf(given ?? '');
  return instant === null ? '' : sydneyField(instant);
};

/** The form of a search. Nothing is requested before it is submitted, because a search that names a member is recorded. */
export function FilterForm({ filter, names, choices, onSearch }: Props) {
  const named = (id: string, otherwise: string) => ({ id, name: names.get(id) ?? otherwise });
  const [member, setMember] = useState(filter.memberId ? named(filter.memberId, memberText(filter.memberId)) : null);
  const [plan, setPlan] = useState(filter.planId ? named(filter.planId, filter.planId) : null);
  const planName = usePlanName(plan?.id ?? null, plan === null || plan.name === plan.id ? undefined : plan.name);
  const [draft, setDraft] = useState<Draft>({
    stream: filter.stream ?? '',
    correlationId: filter.correlationId ?? '',
    userId: filter.userId ?? '',
    type: filter.type ?? '',
    from: fieldOf(filter.from),
    to: fieldOf(filter.to),
  });
  const put = (name: keyof Draft) => (value: string) => setDraft((before) => ({ ...before, [name]: value }));
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (asksForUnread(event.currentTarget)) return;
    const { from, to, ...texts } = draft;
    const wanted = {
      memberId: member?.id,
      planId: plan?.id,
      imports: member === null ? undefined : filter.imports,
      ...Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, text.trim()])),
      from: sydneyInstant(from),
      to: sydneyInstant(to),
    };
    const given = Object.entries(wanted).filter(([, value]) => value);
    const chosen = [member, plan].flatMap((one) => (one === null ? [] : [[one.id, one.name] as const]));
    onSearch(Object.fromEntries(given), new Map([...names, ...chosen]));
  };
  return (
    <Card aria-label="Search" className="mb-5">
      <form noValidate onSubmit={send} className="grid items-end gap-4 sm:grid-cols-2 lg:grid-cols-4">
        <MemberField member={member} onChange={setMember} />
        <PlanField plan={plan && { ...plan, name: planName }} onChoose={setPlan} onClear={() => setPlan(null)} />
        <SelectField
          label="User"
          wide
          options={[{ value: '', label: 'Anybody' }, ...usersOf(choices, draft.userId)]}
          value={draft.userId}
          onChange={put('userId')}
        />
        <SelectField
          label="Type of event"
          wide
          options={[{ value: '', label: 'All types' }, ...typesOf(choices, draft.type)]}
          value={draft.type}
          onChange={put('type')}
        />
        <DateTimeField label="From" value={draft.from} onChange={put('from')} />
        <DateTimeField label="Before" value={draft.to} onChange={put('to')} />
        <TextField
          compact
          label="Stream"
          placeholder="Such as plan-…"
          spellCheck={false}
          maxLength={200}
          value={draft.stream}
          onChange={({ target }) => put('stream')(target.value)}
        />
        <TextField
          compact
          label="Request"
          placeholder="Its id, as errors and logs name it"
          spellCheck={false}
          maxLength={200}
          value={draft.correlationId}
          onChange={({ target }) => put('correlationId')(target.value)}
        />
        <div className="flex gap-2 sm:col-span-2 lg:col-span-4">
          <Button kind="primary" type="submit" icon={Search}>
            Search
          </Button>
          <Button kind="quiet" onClick={() => onSearch({}, names)}>
            Clear
          </Button>
        </div>
      </form>
    </Card>
  );
}

/** Includes the value from the address, even if it is not a known choice. */
const withChosen = (options: { value: string; label: string }[], value: string) =>
  value === '' || options.some((option) => option.value === value) ? options : [...options, { value, label: value }];

const usersOf = (choices: EventChoices | undefined, chosen: string) =>
  withChosen(
    [
      { value: 'system', label: 'Superscope itself' },
      ...(choices?.users ?? []).map(({ userId, name }) => ({ value: userId, label: name })),
    ],
    chosen,
  );

const typesOf = (choices: EventChoices | undefined, chosen: string) => {
  const types = [...new Set((choices?.categories ?? []).flatMap(({ types }) => types))];
  return withChosen(
    types
      .map((type) => ({ value: type, label: `${typeWords(type)} (${type})` }))
      .sort((a, b) => a.label.localeCompare(b.label, 'en-AU')),
    chosen,
  );
};
