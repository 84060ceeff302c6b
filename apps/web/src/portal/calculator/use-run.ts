import { useRef, useState } from 'react';

/** What a run was asked, and what it found. */
type Run<Asked, Result> = Asked & { result: Result };

/** A run that a page showed when it was left, and when that was found. */
export interface EarlierFound<Asked, Result> {
  run: Run<Asked, Result>;
  /** An instant. */
  at: string;
}

/**
 * The newest run of a calculator; null before the first. `earlier` is the run that the page showed when it was left. On phones a result folds
 * the form, until the user changes something.
 */
export function useRun<Asked extends object, Request, Result>(
  send: (request: Request) => { unwrap: () => Promise<Result> },
  earlier: EarlierFound<Asked, Result> | null = null,
) {
  const [found, setFound] = useState(earlier);
  const [isFolded, setFolded] = useState(earlier !== null);
  const newest = useRef(0);
  return {
    run: found?.run ?? null,
    found,
    /** Whether the page has not run itself what it shows: what that rests on may be another now. */
    isEarlier: found !== null && found === earlier,
    isFolded,
    unfold: () => setFolded(false),
    /** A failure is told by the state of the request. */
    start: (asked: Asked, request: Request): void => {
      newest.current += 1;
      const own = newest.current;
      void send(request)
        .unwrap()
        .then(
          (result) => {
            // An answer that a later run has overtaken is about what is no longer asked.
            if (own !== newest.current) return;
            setFound({ run: { ...asked, result }, at: new Date().toISOString() });
            setFolded(true);
          },
          () => undefined,
        );
    },
  };
}
