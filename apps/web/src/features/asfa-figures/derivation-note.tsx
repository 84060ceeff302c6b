import { useState } from 'react';
import { referenceOf } from '../../portal/api/base.api';
import {
  LOOK_AT_DERIVATION_EVERY_MS,
  useDerivationProgressQuery,
} from '../../portal/derivation/derivation-progress.api';
import { number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { Reference } from '../../ui/states';

/** How far the scores are derived again, from Save until the last plan. */
export function DerivationNote({ onClose }: { onClose: () => void }) {
  const [isDone, setIsDone] = useState(false);
  const { data, error } = useDerivationProgressQuery(undefined, {
    pollingInterval: isDone ? 0 : LOOK_AT_DERIVATION_EVERY_MS,
  });
  if (!isDone && data?.waiting === 0) setIsDone(true);
  if (isDone)
    return (
      <MessageBox tone="good" stays onClose={onClose}>
        The set is saved, and all scores are derived again.
      </MessageBox>
    );
  const done = data === undefined ? 0 : Math.max(0, data.plans - data.waiting);
  return (
    <MessageBox tone="info" stays>
      <p className="font-semibold">The set is saved. Scores are derived again</p>
      {error !== undefined && (
        <div className="font-medium text-danger">
          How far they are did not load. It is asked again by itself.
          <Reference id={referenceOf(error)} className="mt-1" />
        </div>
      )}
      {data !== undefined && (
        <>
          <p>
            {number(done)} of {number(data.plans)} plans. Pages show the scores of before until theirs is done.
          </p>
          <progress
            aria-label="Plans derived again"
            className="mt-2 h-1.5 w-full"
            value={done}
            max={Math.max(1, data.plans)}
          />
        </>
      )}
      <p className="mt-1 text-sm text-ink-2">Closed months that employers read stay until they are published anew.</p>
    </MessageBox>
  );
}
