import { useEffect, useId, useRef } from 'react';
import { holdUnsaved, unlessKept, type Unsaved } from './leaving';

/** The usual words of the question. */
export const usualQuestion: Unsaved = {
  question: 'What you typed is not saved yet. Leave this page?',
  title: 'What you typed is not saved yet',
  text: 'It is lost if you go on.',
  stay: 'Stay',
  leave: 'Leave without saving',
};

/** Of what is typed for a calculation that is not run yet. */
export const calculatorQuestion: Unsaved = {
  ...usualQuestion,
  question: 'What you typed is not calculated yet. Leave this page?',
  title: 'What you typed is not calculated yet',
  // Another address of a calculator is about somebody else.
  byQuery: true,
  leave: 'Leave without calculating',
};

/**
 * Asks before what a form holds is lost by a link, the browser's Back or Forward, a reload or a closed tab. `unsaved` is null while there is
 * nothing to lose. Returns what asks the same before something else on the page would lose it, and goes on once it may be lost.
 */
export function useUnsaved(unsaved: Unsaved | null): (go: () => void, stay?: () => void) => void {
  const form = useId();
  const newest = useRef(unsaved);
  useEffect(() => {
    newest.current = unsaved;
    holdUnsaved(form, unsaved);
  });
  useEffect(() => () => holdUnsaved(form, null), [form]);
  return (go, stay) => unlessKept(go, { of: newest.current === null ? [] : [newest.current], ...(stay && { stay }) });
}
