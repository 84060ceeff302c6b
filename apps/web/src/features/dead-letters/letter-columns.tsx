import type { DeadLetter } from '@superscope/contracts/dead-letters';
import { RotateCw, Trash2 } from 'lucide-react';
import type { RecordColumn } from '../../portal/records/record-columns';
import { TypeName, typeWords } from '../../portal/event-type';
import { Button } from '../../ui/button';
import { dateTime } from '../../ui/format';
import { whatText } from './what-text';

export interface LetterActions {
  onRetry: (letter: DeadLetter) => void;
  onDrop: (letter: DeadLetter) => void;
}

export const letterColumns = (actions: LetterActions): readonly RecordColumn<DeadLetter>[] => [
  { head: 'Since', cell: ({ firstAt }) => dateTime(firstAt), className: 'whitespace-nowrap text-ink-2' },
  { head: 'What', leads: true, cell: (letter) => <What letter={letter} />, className: 'max-w-[280px]' },
  { head: 'Plan', cell: ({ planId }) => planId ?? '–', className: 'whitespace-nowrap text-ink-2' },
  { head: 'Reason', cell: (letter) => <Reason letter={letter} />, className: 'max-w-[360px]' },
  {
    head: 'Tries',
    cell: ({ tries, lastAt }) => <span title={`Last tried ${dateTime(lastAt)}`}>{tries}</span>,
    className: 'lg:text-right',
  },
  { head: 'Actions', quiet: true, cell: (letter) => <Actions letter={letter} {...actions} /> },
];

const What = ({ letter: { kind, type, stream, revision } }: { letter: DeadLetter }) => (
  <>
    <p className="break-words font-semibold">{type === null ? 'Figures of a plan' : typeWords(type)}</p>
    <p className="break-all text-sm text-ink-3">
      {kind === 'plan' ? (
        'They stay as they were'
      ) : (
        <>
          {type !== null && <TypeName type={type} />} {stream} <span className="whitespace-nowrap">@ {revision}</span>
        </>
      )}
    </p>
  </>
);

const Reason = ({ letter: { reason, dropped } }: { letter: DeadLetter }) => (
  <>
    <p className="break-words first-letter:uppercase">{reason}</p>
    {dropped && (
      <p className="mt-1 break-words text-sm text-ink-3">
        Dropped by {dropped.by}, {dateTime(dropped.at)}: {dropped.reason}
      </p>
    )}
  </>
);

function Actions({ letter, onRetry, onDrop }: { letter: DeadLetter } & LetterActions) {
  if (letter.state === 'retrying')
    return (
      <p role="status" className="py-2 text-ink-2 lg:text-right">
        Being retried…
      </p>
    );
  const what = whatText(letter);
  return (
    <div className="flex gap-2 lg:justify-end">
      <Button icon={RotateCw} aria-label={`Retry ${what}`} onClick={() => onRetry(letter)}>
        Retry
      </Button>
      {letter.kind === 'event' && letter.state === 'waiting' && (
        <Button icon={Trash2} aria-label={`Drop ${what}`} onClick={() => onDrop(letter)}>
          Drop
        </Button>
      )}
    </div>
  );
}
