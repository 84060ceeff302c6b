import { zodResolver } from '@hookform/resolvers/zod';
import { useEffect, useRef, useState, type BaseSyntheticEvent } from 'react';
import {
  useForm,
  useWatch,
  type DefaultValues,
  type FieldError,
  type FieldErrors,
  type FieldValues,
  type Path,
  type PathValue,
} from 'react-hook-form';
import type { z } from 'zod';
import { asksForUnread } from '../../ui/unread-fields';
import { errorsOf, referenceOf } from '../api/base.api';
import type { Unsaved } from '../leaving/leaving';
import { usualQuestion, useUnsaved } from '../leaving/use-unsaved';
import { useHeldInput, useHolding } from './held-input';
import { saySaved } from './saved-note';
import { revisionIn, useRevision } from './use-revision';

/** What a form held when its session ended. */
interface Held<Values> {
  values: Values;
  revision: number | undefined;
  /** A submission under way, which is sent again once the same user has signed in: whether it was saved, and at which revision. */
  sending: Promise<{ revision: number | undefined } | null> | null;
}

interface Options<Values extends FieldValues, Schema extends z.ZodType<FieldValues, FieldValues>, Answer> {
  /**
   * The record that the form changes, or another name that tells it from the page's other forms of the same fields. After a session that
   * ended, what was typed is given back to the form of the same record only. Null for what is never held, such as a password.
   */
  of: string | null;
  /** The request's own schema. Its messages are the form's. */
  schema: Schema;
  /** What the fields hold at first. */
  values: Values;
  /** The request that the fields stand for; by default the fields themselves. Errors belong to the fields of the same names. */
  request?: (values: Values) => z.input<Schema>;
  /** Errors that only this form can tell, by field, beside those of the schema or instead of them. */
  rules?: (values: Values) => Partial<Record<keyof Values, string | false | undefined>>;
  /**
   * Sends the request; rejects with the server's error. `revision` is that of the record that the fields were filled from, if the form was
   * given one.
   */
  send: (request: z.output<Schema>, revision: number | undefined) => Promise<Answer>;
  onDone?: (answer: Answer, request: z.output<Schema>) => void;
  /** Takes a refusal that the page shows by itself, such as a question; false leaves it to the form. */
  onRefused?: (error: unknown) => boolean;
  /** Said of a failure that the server does not explain. */
  failed?: string;
  /** Of the record that the fields are filled from. A save after somebody else's change is then refused and shows it. */
  revision?: number | undefined;
  /** Says a value of somebody else's change that is stored as a code. */
  inWords?: (value: string, field: string) => string;
  /** Whether the fields take over what `values` become, as long as nothing else is typed: for a form that stays open. */
  follows?: boolean;
  /** Whether something beside the fields was entered that leaving would lose, such as a file. */
  alsoEntered?: boolean;
  /** Said once it is saved. Null where the page says so itself, or nothing is saved. */
  saved?: string | null;
  /** The words of the question before what is typed is lost. Null where there is nothing to ask, or the page asks. */
  unsaved?: Unsaved | null;
}

/**
 * A form that makes one request: its fields are checked by the request's schema before it is sent, and what the server says about a field
 * stands at that field. Draw it with `RequestForm` or `FormDialog`, and its fields with what `text` and `choice` return.
 */
export function useRequestForm<Values extends FieldValues, Schema extends z.ZodType<FieldValues, FieldValues>, Answer>({
  of,
  schema,
  values,
  request,
  rules,
  send,
  onDone,
  onRefused,
  failed,
  revision,
  inWords,
  follows = false,
  alsoEntered = false,
  unsaved = usualQuestion,
  saved: words = 'Saved',
}: Options<Values, Schema, Answer>) {
  // It stands until the next answer: if it went when a button is pressed, another control would move under a second press.
  const [refusal, setRefusal] = useState<Refusal>(NO_REFUSAL);
  const accept = () => setRefusal(({ nth }) => ({ ...NO_REFUSAL, nth }));
  const refuse = (said: Omit<Refusal, 'nth'>) => setRefusal(({ nth }) => ({ ...said, nth: nth + 1 }));
  const [form] = useState(() =>
    of === null ? null : [window.location.pathname, ...Object.keys(values).toSorted(), of].join(' '),
  );
  const held = useHeldInput<Held<Values>>(form);
  const saved = useRevision(held === null ? revision : held.revision);
  const [atFirst] = useState(values);
  const [filled, setFilled] = useState(atFirst);
  /** The values that the fields were last set to, other than by the user. */
  const shown = useRef(filled);
  const asked = (fields: Values) => (request ? request(fields) : fields) as z.input<Schema>;
  const { register, control, handleSubmit, setValue, getValues, setError, formState, reset } = useForm<
    Values,
    unknown,
    z.output<Schema>
  >({
    defaultValues: (held?.values ?? values) as DefaultValues<Values>,
    // By the order on screen, which only the drawn form knows.
    shouldFocusError: false,
    resolver: async (fields, context, options) => {
      const found = await zodResolver(schema)(asked(fields), context, options as never);
      const own = Object.entries(rules?.(fields) ?? {}).flatMap(([name, message]) =>
        message ? [[name, { message }]] : [],
      );
      return (
        own.length === 0 ? found : { values: {}, errors: { ...found.errors, ...Object.fromEntries(own) } }
      ) as never;
    },
  });
  const current = useWatch({ control }) as Values;
  const { errors, isSubmitting, isSubmitted, submitCount } = formState;
  if (follows && !isSame(values, filled) && (isSame(current, filled) || isSame(current, values))) {
    setFilled(values);
    saved.follow(revision);
  }
  useEffect(() => {
    if (!follows || filled === shown.current) return;
    shown.current = filled;
    reset(filled);
  }, [follows, filled, reset]);
  const isTyped = alsoEntered || !isSame(current, filled);
  useUnsaved(isTyped ? unsaved : null);
  const sending = useRef<Held<Values>['sending']>(null);
  const toHold: Held<Values> | null = isTyped ? { values: current, revision: saved.at, sending: null } : null;
  useHolding(form, () => toHold && { ...toHold, sending: sending.current });
  const followSaved = useRef(saved.follow);
  useEffect(() => {
    followSaved.current = saved.follow;
  });
  useEffect(() => {
    if (!held?.sending) return;
    let isShown = true;
    void held.sending.then((done) => {
      if (done === null || !isShown) return;
      followSaved.current(done.revision);
      setFilled(held.values);
    });
    return () => void (isShown = false);
  }, [held]);
  const errorOf = (name: Path<Values>) => messageIn(errors[name]);
  const drawn = useRef<HTMLElement>(null);

  /** Whether it is being checked or sent. A key that is pressed meanwhile finds a form whose button is not drawn as busy yet. */
  const isUnderWay = useRef(false);
  const submit = (event?: BaseSyntheticEvent) => {
    if (isUnderWay.current) {
      event?.preventDefault();
      return;
    }
    isUnderWay.current = true;
    void submitOnce(event).finally(() => (isUnderWay.current = false));
  };
  const submitOnce = (event?: BaseSyntheticEvent) =>
    handleSubmit(
      async (checked) => {
        // To the schema a date that is typed in part is none.
        if (asksForUnread(drawn.current)) return;
        let settleSending: (done: { revision: number | undefined } | null) => void = () => undefined;
        sending.current = new Promise((resolve) => (settleSending = resolve));
        try {
          const answer = await saved.send((at) => send(checked, at));
          settleSending({ revision: revisionIn(answer) ?? saved.at });
          accept();
          const before = { ...getValues() };
          onDone?.(answer, checked);
          settle(before);
          if (words !== null) saySaved(words);
        } catch (error) {
          settleSending(null);
          accept();
          if (saved.takes(error) || onRefused?.(error)) return;
          const messages: string[] = [];
          for (const { field, message } of errorsOf(error, failed)) {
            const name = field?.split('.')[0];
            if (name !== undefined && name in values) setError(name as Path<Values>, { message });
            else messages.push(message);
          }
          refuse({ messages, reference: referenceOf(error) });
        } finally {
          sending.current = null;
        }
      },
      (wrong) => {
        // What is wrong with the request but with no field of the form must be said too.
        const elsewhere = Object.keys(wrong).filter((name) => !(name in values));
        refuse({ messages: elsewhere.flatMap((name) => messageIn(wrong[name]) ?? []), reference: null });
      },
    )(event);

  /** What was sent is saved, and so is what the form has changed by itself since. What the user typed meanwhile is not. */
  function settle(before: Values) {
    const after = getValues();
    const own = Object.fromEntries(Object.entries(after).filter(([name, value]) => !Object.is(value, before[name])));
    const settled = { ...current, ...own };
    shown.current = settled;
    if (follows) reset(settled, { keepValues: true });
    setFilled(settled);
  }

  return {
    values: current,
    /** For a field of typed text. */
    text: (name: Path<Values>) => ({ ...register(name), error: errorOf(name) }),
    /** For a field that holds a value: a choice, a date, a lookup. */
    choice: <Name extends Path<Values>>(name: Name) => ({
      value: current[name] as PathValue<Values, Name>,
      onChange: (value: PathValue<Values, Name>) => setValue(name, value, { shouldValidate: isSubmitted }),
      error: errorOf(name),
    }),
    set: <Name extends Path<Values>>(name: Name, value: PathValue<Values, Name>) =>
      setValue(name, value, { shouldValidate: isSubmitted }),
    reset: () => {
      reset(atFirst);
      setFilled(atFirst);
      accept();
    },
    submit,
    isBusy: isSubmitting,
    /** Whether something is typed that is not saved. */
    isTyped,
    isGivenBack: held !== null && isTyped,
    refusal,
    newer: saved.newer,
    inWords,
    /** Takes the element that the fields are drawn in. */
    drawnIn: (fields: HTMLElement | null) => void (drawn.current = fields),
    /** How often it was submitted with an error at a field. */
    misses: Object.keys(errors).length > 0 && !isSubmitting ? submitCount : 0,
  };
}

/** The message of a field; of a field with parts, that of the first wrong part. */
function messageIn(error: FieldErrors[string]): string | undefined {
  if (error === undefined || typeof error.message === 'string') return error?.message as string | undefined;
  return Object.values(error).flatMap((part) => (part as FieldError | undefined)?.message ?? [])[0];
}

const isSame = (a: FieldValues, b: FieldValues) =>
  Object.keys(b).every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));

interface Refusal {
  messages: string[];
  reference: string | null;
  /** Counts them, so that one in the same words is read out again. */
  nth: number;
}

const NO_REFUSAL: Refusal = { messages: [], reference: null, nth: 0 };

/** A form as `RequestForm` and `FormDialog` draw it. */
export type DrawnForm = Pick<
  ReturnType<typeof useRequestForm>,
  'submit' | 'isBusy' | 'isTyped' | 'isGivenBack' | 'refusal' | 'misses' | 'newer' | 'inWords' | 'drawnIn'
>;
