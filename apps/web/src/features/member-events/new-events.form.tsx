import {
  createMemberEvents,
  type AlreadyRecordedAnswer,
  type Consultant,
  type CreateMemberEvents,
  type MemberOption,
  type OneMember,
} from '@superscope/contracts/member-events';
import { useEffect, useRef, useState } from 'react';
import { RequestForm } from '../../portal/forms/request-form';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { MemberLookup } from '../../portal/members/member-lookup';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { DateField } from '../../ui/date-field';
import { sydneyToday } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { SelectField } from '../../ui/select-field';
import { AlreadyRecordedQuestion } from './already-recorded';
import { KindCard } from './kind-card';
import { alreadyRecordedIn, useRecordEventsMutation } from './member-events.api';
import { blocksOf, kinds, noEvents, problemsOf, standingOf } from './new-events';

const FIRST_DAY = '1970-01-01';

interface Props {
  member: OneMember | null;
  onMember: (member: MemberOption | null) => void;
  consultants: readonly Consultant[];
  consultant: string;
  onConsultant: (id: string) => void;
  onReset: () => void;
}

/** Records what a consultant did with a member on one day. */
export function NewEventsForm({ member, onMember, consultants, consultant, onConsultant, onReset }: Props) {
  const today = sydneyToday();
  const [lookup, setLookup] = useState(0);
  const [recorded, setRecorded] = useState<{ count: number } | null>(null);
  const [record] = useRecordEventsMutation();
  /** What the server asked about, and of which fields, until the user decides. */
  const [asked, setAsked] = useState<{ of: string; answer: AlreadyRecordedAnswer } | null>(null);
  const keys = useSubmissionKeys();
  const submitButton = useRef<HTMLButtonElement>(null);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The fields disappear and Submit is disabled until something is chosen again, so neither can keep the focus.
    if (recorded !== null) said.current?.focus();
  }, [recorded]);

  const form = useRequestForm({
    schema: createMemberEvents,
    values: { effectiveDate: today as string | null, events: noEvents, again: false },
    request: ({ effectiveDate, events: filled, again }) => ({
      memberId: member?.id ?? '',
      effectiveDate: effectiveDate ?? '',
      consultant,
      ...blocksOf(filled),
      ...(again && { again }),
    }),
    send: (body) => {
      setRecorded(null);
      return record({ body, key: keys.of(body) }).unwrap();
    },
    onDone: ({ events: written }) => {
      keys.forget();
      setAsked(null);
      setRecorded({ count: written.length });
      form.set('events', noEvents);
      form.set('again', false);
    },
    onRefused: (refused) => {
      // The question is shown, the input stays, and the next press sends the same submission again.
      form.set('again', false);
      const answer = alreadyRecordedIn(refused);
      if (answer !== null) setAsked({ of: filledIn, answer });
      return answer !== null;
    },
    failed: 'The events were not recorded. Please try again.',
  });
  const { effectiveDate, events } = form.values;
  const filledIn = JSON.stringify([member?.id, consultant, effectiveDate, events]);
  // Another member, date or field is another submission, about which the server did not ask.
  const question = asked?.of === filledIn ? asked : null;

  const dateProblem = problemOfDate(effectiveDate, today);
  const chosen = kinds.filter(({ name }) => events[name].on);
  const missing = [
    member === null && 'a member',
    consultant === '' && 'a consultant',
    effectiveDate === null && 'a date',
  ].filter((what) => what !== false);
  const isWrong = chosen.some((kind) => Object.keys(problemsOf(kind, events[kind.name])).length > 0);
  const isErased = member?.erased === true;
  const isReady = !isErased && missing.length === 0 && dateProblem === undefined && chosen.length > 0 && !isWrong;

  const leaveAsItIs = () => {
    setAsked(null);
    submitButton.current?.focus();
  };
  const clear = () => {
    form.reset();
    setAsked(null);
    setRecorded(null);
    setLookup(lookup + 1);
    onReset();
  };

  return (
    <Card aria-label="New events">
      <CardHead title="New events" />
      <RequestForm form={form} className="mt-4">
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <MemberLookup key={lookup} required member={member} onChange={onMember} />
          </div>
          <SelectField
            wide
            required
            label="Consultant"
            placeholder={consultants.length === 0 ? 'No results' : 'Choose a consultant'}
            options={consultants.map(({ id, name }) => ({ value: id, label: name }))}
            value={consultant}
            onChange={onConsultant}
          />
          <DateField
            required
            label="Event date"
            min={FIRST_DAY}
            max={today}
            {...form.choice('effectiveDate')}
            error={dateProblem}
          />
        </div>
        {!isErased && (
          <fieldset>
            <legend className="mb-2 text-base font-semibold">What happened</legend>
            <div className="space-y-2">
              {kinds.map((kind) => (
                <KindCard
                  key={kind.name}
                  kind={kind}
                  filled={events[kind.name]}
                  onChange={(changed) => {
                    setRecorded(null);
                    form.set('events', { ...events, [kind.name]: { ...events[kind.name], ...changed } });
                  }}
                />
              ))}
            </div>
          </fieldset>
        )}
        {question !== null && (
          <AlreadyRecordedQuestion
            answer={question.answer}
            submitted={chosen.length}
            busy={form.isBusy}
            onAgain={() => {
              form.set('again', true);
              form.submit();
            }}
            onLeave={leaveAsItIs}
          />
        )}
        {recorded !== null && (
          <div ref={said} tabIndex={-1} className="outline-none">
            <MessageBox tone="good" onClose={() => setRecorded(null)}>
              {recorded.count === 1 ? '1 event recorded' : `${recorded.count} events recorded`}
            </MessageBox>
          </div>
        )}
        <div className="flex flex-wrap items-center gap-2 border-t pt-4">
          <p role="status" className="flex-1 basis-full text-sm text-ink-3 sm:basis-0">
            {isErased ? 'This member was erased, so nothing more can be recorded.' : standingOf(events, missing)}
          </p>
          <Button onClick={clear}>Reset</Button>
          <Button ref={submitButton} kind="primary" type="submit" disabled={!isReady} busy={form.isBusy}>
            {form.isBusy ? 'Recording…' : 'Submit'}
          </Button>
        </div>
      </RequestForm>
    </Card>
  );
}

function problemOfDate(date: string | null, today: string): string | undefined {
  if (date === null) return undefined;
  if (date > today) return 'The date cannot be in the future';
  return date < FIRST_DAY ? 'The year must be 1970 or later' : undefined;
}

/**
 * The key of a submission. The same fields sent again, after an answer that never came or by a second press, are the same submission;
 * other fields are another one. Once a submission is recorded its key is forgotten, so that the same fields filled in later are a new one.
 */
function useSubmissionKeys() {
  const last = useRef<{ body: string; key: string } | null>(null);
  return {
    of: (body: CreateMemberEvents): string => {
      const text = JSON.stringify(body);
      if (last.current?.body !== text) last.current = { body: text, key: newKey() };
      return last.current.key;
    },
    forget: () => {
      last.current = null;
    },
  };
}

/** Pages that came neither over TLS nor from this machine have no `randomUUID`. */
const newKey = () =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
