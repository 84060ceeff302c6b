import { useRef, useState } from 'react';

/** What a run was asked, and what it found. */
type Run<Asked, Result> = Asked & { result: Result };

/** The newest run of a calculator; null before the first. On phones a result folds the form, until the user changes something. */
export function useRun<Asked extends object, Request, Result>(
  send: (request: Request) => { unwrap: () => Promise<Result> },
) {
  const [run, setRun] = useState<Run<Asked, Result> | null>(null);
  const [isFolded, setFolded] = useState(false);
  const newest = useRef(0);
  return {
    run,
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
            setRun({ ...asked, result });
            setFolded(true);
          },
          () => undefined,
        );
    },
  };
}
