import { useState } from 'react';

/** What a run was asked, and what it found. */
type Run<Asked, Result> = Asked & { result: Result };

/** The newest run of a calculator; null before the first. On phones a result folds the form, until the user changes something. */
export function useRun<Asked extends object, Request, Result>(
  send: (request: Request) => { unwrap: () => Promise<Result> },
) {
  const [run, setRun] = useState<Run<Asked, Result> | null>(null);
  const [isFolded, setFolded] = useState(false);
  return {
    run,
    isFolded,
    unfold: () => setFolded(false),
    /** A failure is told by the state of the request. */
    start: (asked: Asked, request: Request): void => {
      void send(request)
        .unwrap()
        .then(
          (result) => {
            setRun({ ...asked, result });
            setFolded(true);
          },
          () => undefined,
        );
    },
  };
}
