import {
  createMemberEvents,
  type AlreadyRecordedAnswer,
  type Consultant,
  type CreateMemberEvents,
  type MemberOption,
  type OneMember,
} from '@superscope/contracts/member-events';
import { ArrowRight, Pin } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { RequestForm } from '../../portal/forms/request-form';
import { useHeldInput, useHolding } from '../../portal/forms/held-input';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { useUnsaved } from '../../portal/leaving/use-unsaved';
import { MemberLookup } from '../../portal/members/member-lookup';
import { personText } from '../../portal/members/member-text';
import { altDigit } from '../../ui/alt-digit';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { DateField } from '../../ui/date-field';
import { cx } from '../../ui/class-names';
import { date, sydneyToday } from '../../ui/format';
import { KeyCap } from '../../ui/key-cap';
import { MessageBox } from '../../ui/message-box';
import { SelectField } from '../../ui/select-field';
import { AlreadyRecordedQuestion } from './already-recorded';
import { KindCard } from './kind-card';
import { forgetChoices, keepChoices, keptChoices } from './kept-choices';
import { alreadyRecordedIn, useRecordEventsMutation } from './member-events.api';
import {
  blocksOf,
  kinds,
  noEvents,
  problemsOf,
  standingOf,
  type Filled,
  type KindName,
  type NewEvents,
} from './new-events';

const FIRST_DAY = '1970-01-01';
const FORM = 'member events';

interface Props {
  /** The member whom the address names; `member` is null until their details have loaded. */
  memberId: string | null;
  member: OneMember | null;
  onMember: (member: MemberOption | null) => void;
  consultants: readonly Consultant[];
  consultant: string;
  onConsultant: (id: string) => void;
  /** Whether the consultant was kept from what was recorded before. */
  consultantIsKept: boolean;
  onKept: () => void;
  onReset: () => void;
}

/** Records what a consultant did with a member on one day. */
export function NewEventsForm(props: Props) {
  const { memberId, member, onMember, consultants, consultant, onConsultant, consultantIsKept, onKept, onReset } =
    props;
  const today = sydneyToday();
  const [lookup, setLookup] = useState(0);
  const [keptDate, setKeptDate] = useState(() => keptChoices()?.date ?? null);
  const found = useHeldInput<HeldEvents>(FORM);
  // What was ticked for one member is never offered for another.
  const [held, setHeld] = useState(found?.memberId === memberId ? found : null);
  const [recorded, setRecorded] = useState<Recorded | null>(null);
  /** Whether the submission under way is followed by the next member. */
  const goesOn = useRef(false);
  const [record] = useRecordEventsMutation();
  /** What the server asked about, and of which fields, until the user decides. */
  const [asked, setAsked] = useState<{ of: string; answer: AlreadyRecordedAnswer } | null>(null);
  const keys = useSubmissionKeys();
  const submitButton = useRef<HTMLButtonElement>(null);
  const said = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // The fields disappear and Submit is disabled until something is chosen again, so neither can keep the focus. The next member's
    // field takes it by itself.
    if (recorded?.goesOn === false) said.current?.focus();
  }, [recorded]);

  const form = useRequestForm({
    of: null,
    saved: null,
    schema: createMemberEvents,
    values: {
      effectiveDate: held ? held.effectiveDate : ((keptDate ?? today) as string | null),
      events: held?.events ?? noEvents,
      again: false,
    },
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
    onDone: ({ events: written }, request) => {
      keys.forget();
      setAsked(null);
      setHeld(null);
      const kinds = chosen.map(({ label }) => label.toLowerCase());
      setRecorded({
        count: written.length,
        of: nameOf(member),
        kinds,
        day: request.effectiveDate,
        goesOn: goesOn.current,
      });
      keepChoices({ consultant: request.consultant, date: request.effectiveDate });
      setKeptDate(request.effectiveDate);
      onKept();
      form.set('events', noEvents);
      form.set('again', false);
      if (goesOn.current) nextMember();
    },
    onRefused: (refused) => {
      // The question is shown, the input stays, and the next press sends the same submission again.
      form.set('again', false);
      const answer = alreadyRecordedIn(refused);
      if (answer !== null) setAsked({ of: filledIn, answer });
      return answer !== null;
    },
    failed: 'The events were not recorded. Please try again.',
    unsaved: null,
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

  const isFilled = chosen.length > 0;
  const toHold: HeldEvents = { memberId, consultant, effectiveDate, events };
  useHolding(FORM, () => (isFilled ? toHold : null));
  useEffect(() => {
    if (held !== null) onConsultant(held.consultant);
    // Only once, as the form comes back.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, []);
  const unsaid = `${chosen.length === 1 ? '1 event' : `${chosen.length} events`} for ${nameOf(member) ?? 'no member yet'}`;
  const drop = () => {
    form.set('events', noEvents);
    setAsked(null);
  };
  const unlessFilled = useUnsaved(
    isFilled
      ? {
          question: `${unsaid} not recorded yet. Leave this page?`,
          title: `${unsaid} ${chosen.length === 1 ? 'is' : 'are'} not recorded yet`,
          text: 'What you ticked and typed is lost if you go on.',
          stay: 'Stay',
          leave: 'Leave without recording',
          drop,
        }
      : null,
  );

  const nextMember = () => {
    onMember(null);
    setLookup((before) => before + 1);
  };
  const submit = (andNext: boolean) => {
    goesOn.current = andNext;
    form.submit();
  };
  const chooseMember = (next: MemberOption | null) => {
    // Events may be ticked before the member is chosen; they wait for nobody else then.
    if (member === null || next?.id === member.id) onMember(next);
    else
      unlessFilled(
        () => onMember(next),
        () => setLookup((before) => before + 1),
      );
  };
  const changeKind = (name: KindName, changed: Partial<Filled>) => {
    setRecorded(null);
    form.set('events', { ...events, [name]: { ...events[name], ...changed } });
  };
  const press = useRef<(event: KeyboardEvent) => void>(() => undefined);
  useEffect(() => {
    press.current = (event) => {
      if (form.isBusy) return;
      const kind = kinds[Number(altDigit(event)) - 1];
      if (kind !== undefined && !isErased) {
        event.preventDefault();
        // Turning the kind on resets the nomination to valid.
        changeKind(kind.name, events[kind.name].on ? { on: false } : { on: true, valid: true });
      } else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && isReady) {
        event.preventDefault();
        // The field that has the focus is disabled until the answer comes.
        submitButton.current?.focus();
        submit(true);
      }
    };
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      // A question over the page takes the keys.
      if (document.querySelector('[role=dialog]') === null) press.current(event);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);

  const skip = () => {
    drop();
    nextMember();
  };
  const leaveAsItIs = () => {
    setAsked(null);
    submitButton.current?.focus();
  };
  const clear = () => {
    form.reset();
    form.set('effectiveDate', today);
    form.set('events', noEvents);
    setHeld(null);
    forgetChoices();
    setKeptDate(null);
    setAsked(null);
    setRecorded(null);
    setLookup(lookup + 1);
    onReset();
  };

  return (
    <Card aria-label="New events">
      <CardHead title="New events" />
      <RequestForm form={form} ownKeys className="mt-4">
        {held !== null && (
          <MessageBox tone="info" onClose={() => setHeld(null)}>
            The session had ended. What you ticked and typed is still here, and is not recorded yet.
          </MessageBox>
        )}
        {recorded !== null && (
          <div ref={said} tabIndex={-1} className="outline-none">
            <MessageBox tone="good" onClose={() => setRecorded(null)}>
              <b>{recorded.count === 1 ? '1 event recorded' : `${recorded.count} events recorded`}</b>
              {recorded.of !== null && ` for ${recorded.of}`}: {recorded.kinds.join(', ')}, {date(recorded.day)}
            </MessageBox>
          </div>
        )}
        <div className="grid gap-4 sm:grid-cols-2">
          <div className="sm:col-span-2">
            <MemberLookup
              key={lookup}
              required
              autoFocus
              member={member}
              disabled={form.isBusy}
              onChange={chooseMember}
            />
          </div>
          <KeptField kept={consultantIsKept && consultant !== ''}>
            <SelectField
              wide
              required
              label="Consultant"
              placeholder={consultants.length === 0 ? 'No results' : 'Choose a consultant'}
              options={consultants.map(({ id, name }) => ({ value: id, label: name }))}
              value={consultant}
              disabled={form.isBusy}
              onChange={onConsultant}
            />
          </KeptField>
          <KeptField
            kept={keptDate !== null && effectiveDate === keptDate}
            warning={
              keptDate !== null && effectiveDate === keptDate && keptDate !== today
                ? `Not today: ${date(keptDate)}`
                : null
            }
          >
            <DateField
              required
              label="Event date"
              min={FIRST_DAY}
              max={today}
              disabled={form.isBusy}
              {...form.choice('effectiveDate')}
              error={dateProblem}
            />
          </KeptField>
        </div>
        {!isErased && (
          <fieldset disabled={form.isBusy}>
            <legend className="mb-2 text-base font-semibold">What happened</legend>
            <div className="space-y-2">
              {kinds.map((kind, i) => (
                <KindCard
                  key={kind.name}
                  kind={kind}
                  digit={i + 1}
                  filled={events[kind.name]}
                  onChange={(changed) => changeKind(kind.name, changed)}
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
            onSkip={skip}
          />
        )}
        <div className="flex flex-wrap items-center justify-end gap-2 border-t pt-4">
          <p role="status" className="basis-full text-sm text-ink-3">
            {isErased ? 'This member was erased, so nothing more can be recorded.' : standingOf(events, missing)}
          </p>
          <Button busy={form.isBusy} onClick={clear}>
            Reset
          </Button>
          <Button
            ref={submitButton}
            type="submit"
            disabled={!isReady}
            busy={form.isBusy}
            onClick={({ currentTarget }) => {
              // Enter in a field, which is disabled until the answer comes, also comes here.
              currentTarget.focus();
              goesOn.current = false;
            }}
          >
            {form.isBusy ? 'Recording…' : 'Submit'}
          </Button>
          <Button kind="primary" icon={ArrowRight} disabled={!isReady} busy={form.isBusy} onClick={() => submit(true)}>
            Submit and next member
          </Button>
        </div>
        <p className="text-right text-sm text-ink-3 pointer-coarse:hidden">
          <KeyCap>Ctrl</KeyCap> <KeyCap>Enter</KeyCap> submits and goes to the next member
        </p>
      </RequestForm>
    </Card>
  );
}

/** What the form holds while its session has ended. */
interface HeldEvents {
  memberId: string | null;
  consultant: string;
  effectiveDate: string | null;
  events: NewEvents;
}

/** What was recorded last. */
interface Recorded {
  count: number;
  /** The member's name, number and birth date. */
  of: string | null;
  kinds: string[];
  /** yyyy-MM-dd */
  day: string;
  goesOn: boolean;
}

const nameOf = (member: OneMember | null): string | null => member && personText(member);

/** A field with a mark if its value was kept from what was recorded before. `warning` stands in ochre in its place. */
const KeptField = ({
  kept,
  warning = null,
  children,
}: {
  kept: boolean;
  warning?: string | null;
  children: ReactNode;
}) => (
  <div className="relative min-w-0">
    {kept && (
      <span
        className={cx(
          'absolute right-0 top-0.5 inline-flex items-center gap-1 text-sm font-medium',
          warning === null ? 'text-brand' : 'text-attention',
        )}
      >
        <Pin size={13} aria-hidden />
        {warning ?? 'kept'}
      </span>
    )}
    {children}
  </div>
);

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
