import { useEffect, useRef } from 'react';
import { useHeldInput, useHolding } from '../../portal/forms/held-input';
import { useSettled } from '../../ui/use-settled';
import type { TemplatePage } from '@superscope/contracts/report-templates';

type Values = Record<string, string | null>;

interface EditedForm<Fields extends Values> {
  values: Fields;
  set: (name: never, value: never) => void;
}

/** What is told when the server has something else. */
interface Following {
  followed: (isOverwritten: boolean) => void;
  settled: () => void;
}

export const isSame = (a: Values, b: Values) => Object.keys(b).every((name) => a[name] === b[name]);

/**
 * Whether a form holds something that is not saved. `saved` is what the server has: a field in which nothing is typed follows it, so that
 * another person's change is seen and never overwritten unseen. `took` is called once the form is saved, with what was sent and what was
 * made of it, such as a text without the spaces around it. `of` is the part: what was typed before a session ended stands against what
 * the server had then.
 */
export function useEdited<Fields extends Values>(of: string, form: EditedForm<Fields>, saved: Fields, on: Following) {
  const begun = `${of}, as it was read`;
  const base = useRef(useHeldInput<Fields>(begun) ?? saved);
  useHolding(begun, () => base.current);
  const own = useRef<Values>({});
  const latest = useRef(form.values);
  const write = (values: Values, isMeant: (name: string) => boolean = () => true) => {
    for (const [name, value] of Object.entries(values)) if (isMeant(name)) form.set(name as never, value as never);
  };
  useEffect(() => {
    latest.current = form.values;
    const before: Values = base.current;
    on.followed(
      Object.entries(saved).some(
        ([name, now]) =>
          now !== before[name] &&
          now !== own.current[name] &&
          form.values[name] !== before[name] &&
          form.values[name] !== now,
      ),
    );
    if (isSame(saved, before)) return;
    base.current = saved;
    write(saved, (name) => form.values[name] === before[name]);
  });
  return {
    isDirty: !isSame(form.values, saved),
    discard: () => {
      write(saved);
      on.settled();
    },
    took: (sent: Fields, made: Partial<Fields>) => {
      own.current = { ...sent, ...made };
      // What is typed since stays.
      write(made as Values, (name) => latest.current[name] === sent[name]);
    },
  };
}

const AFTER_MS = 300;

/** Reports a page as it is typed, once typing rests for a moment. */
export function useDraft(page: TemplatePage, onDraft: (page: TemplatePage) => void): void {
  const settled = useSettled(JSON.stringify(page), AFTER_MS);
  useEffect(() => onDraft(JSON.parse(settled) as TemplatePage), [settled, onDraft]);
}
