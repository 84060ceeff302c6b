import type { DeadLetter, DeadLettersPage as Letters } from '@superscope/contracts/dead-letters';
import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { Failure } from '../../portal/api/failure';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { RecordTable } from '../../portal/records/record-table';
import { number } from '../../ui/format';
import { MessageBox } from '../../ui/message-box';
import { Segmented } from '../../ui/segmented';
import { usePageTitle } from '../../ui/use-page-title';
import { letterColumns } from './letter-columns';
import { useDeadLettersQuery, useRetryDeadLetterMutation } from './dead-letters.api';
import { DropDialog } from './drop-dialog';
import { whatText } from './what-text';

const SIZE = 20;
const EVERY_MS = 5_000;
/** Polling interval in ms while letters are being retried, which takes seconds. */
const SOON_MS = 1_000;

type Filter = 'open' | 'dropped';

export function DeadLettersPage() {
  usePageTitle('Dead letters');
  const [filter, setFilter] = useState<Filter>('open');
  const [page, setPage] = useState(0);
  const [asked, setAsked] = useState<DeadLetter | null>(null);
  const [dropping, setDropping] = useState<DeadLetter | null>(null);
  const [retry, retrying] = useRetryDeadLetterMutation();
  const letters = useDeadLettersQuery(
    { state: filter, page: page + 1, size: SIZE },
    { pollingInterval: asked ? SOON_MS : EVERY_MS, skipPollingIfUnfocused: true },
  );
  const { data } = letters;
  const show = (next: Filter, at = 0) => {
    setFilter(next);
    setPage(at);
    setAsked(null);
  };
  const ask = async (letter: DeadLetter) => {
    setAsked(letter);
    const { error } = await retry(letter.id);
    if (error || letter.state !== 'dropped') return;
    // A retried letter leaves this list; its result shows in the other one.
    setFilter('open');
    setPage(0);
  };
  const open = (data?.counts.waiting ?? 0) + (data?.counts.retrying ?? 0);
  return (
    <>
      <PlainHeader
        title="Dead letters"
        note="Events and figures that could not be applied. Everything else goes on without them."
        right={
          <Segmented
            label="Which"
            options={[
              { value: 'open', label: data ? `Set aside (${number(open)})` : 'Set aside' },
              { value: 'dropped', label: data ? `Dropped (${number(data.counts.dropped)})` : 'Dropped' },
            ]}
            value={filter}
            onChange={show}
          />
        }
      />
      {asked && !retrying.isLoading && (
        <div className="mb-4">
          <Outcome
            letter={asked}
            now={data}
            refused={retrying.error}
            noProjector={retrying.data?.projectors === 0}
            onClose={() => setAsked(null)}
          />
        </div>
      )}
      <RecordTable
        label="Dead letters"
        what="The dead letters"
        errorNote="They are asked for again by themselves every few seconds."
        query={letters}
        rows={data?.letters}
        columns={letterColumns({ onRetry: (letter) => void ask(letter), onDrop: setDropping })}
        idOf={({ id }) => id}
        pages={{ page, size: SIZE, count: data?.total ?? 0, onChange: (next) => show(filter, next) }}
        empty={{
          icon: Inbox,
          title: filter === 'open' ? 'Nothing is set aside' : 'Nothing was dropped',
          children:
            filter === 'open'
              ? 'Every event so far is in the read models. What cannot be applied appears here by itself.'
              : 'Events that somebody leaves out for good are listed here, with who did it and why.',
        }}
      />
      {dropping && <DropDialog letter={dropping} onClose={() => setDropping(null)} />}
    </>
  );
}

interface OutcomeProps {
  letter: DeadLetter;
  now: Letters | undefined;
  /** Why the letter is not retried; undefined if it is. */
  refused: unknown;
  /** No projector runs that could retry. */
  noProjector: boolean;
  onClose: () => void;
}
/** The result of a retry, as far as the list shows it. */
function Outcome({ letter, now, refused, noProjector, onClose }: OutcomeProps) {
  const what = whatText(letter);
  if (refused !== undefined) return <Failure error={refused} otherwise="It could not be retried." onClose={onClose} />;
  const still = now?.letters.find(({ id }) => id === letter.id);
  if (now && still === undefined)
    return (
      <MessageBox tone="good" onClose={onClose}>
        <b className="font-semibold">{what}</b> is applied.
      </MessageBox>
    );
  if (still && still.tries > letter.tries && still.state === 'waiting')
    return (
      <MessageBox tone="attention" stays onClose={onClose}>
        <b className="font-semibold">{what}</b> still cannot be applied: {still.reason}
      </MessageBox>
    );
  return noProjector ? (
    <MessageBox tone="attention" stays onClose={onClose}>
      No projector runs now. It is retried as soon as one does.
    </MessageBox>
  ) : null;
}
