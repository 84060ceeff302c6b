import { useEffect, useRef } from 'react';
import { useSettled } from '../../ui/use-settled';
import type { TemplatePage } from '@superscope/contracts/report-templates';

type Values = Record<string, string | null>;

interface EditedForm<Fields extends Values> {
  values: Fields;
  set: (name: never, value: never) => void;
}

export const isSame = (a: Values, b: Values) => Object.keys(b).every((name) => a[name] === b[name]);

/**
 * Whether a form holds something that is not saved. `saved` is what the server has: while nothing is typed, the form follows it, so that
 * another person's change is seen and never overwritten unseen.
 */
export function useEdited<Fields extends Values>(form: EditedForm<Fields>, saved: Fields) {
  const base = useRef(saved);
  const write = () => {
    for (const [name, value] of Object.entries(saved)) form.set(name as never, value as never);
  };
  useEffect(() => {
    if (isSame(saved, base.current)) return;
    if (isSame(form.values, base.current)) write();
    base.current = saved;
  });
  return { isDirty: !isSame(form.values, saved), discard: write };
}

const AFTER_MS = 300;

/** Reports a page as it is typed, once typing rests for a moment. */
export function useDraft(page: TemplatePage, onDraft: (page: TemplatePage) => void): void {
  const settled = useSettled(JSON.stringify(page), AFTER_MS);
  useEffect(() => onDraft(JSON.parse(settled) as TemplatePage), [settled, onDraft]);
}
