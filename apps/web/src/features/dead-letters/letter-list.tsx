import type { DeadLetter } from '@superscope/contracts/dead-letters';
import { RotateCw, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { dateTime } from '../../ui/format';

export interface LetterActions {
  onRetry: (letter: DeadLetter) => void;
  onDrop: (letter: DeadLetter) => void;
}

/** Dead letters as a table; on narrow screens as one card each. */
export const LetterList = ({ letters, ...actions }: { letters: readonly DeadLetter[] } & LetterActions) => (
  <>
    <div className="hidden overflow-x-auto lg:block" role="region" aria-label="Dead letters: table" tabIndex={0}>
      <table className="w-full text-base">
        <thead>
          <tr className="border-b bg-sunken text-left text-sm text-ink-2">
            <th className="py-2 pl-5 font-semibold">Since</th>
            <th className="py-2 pl-4 font-semibold">What</th>
            <th className="py-2 pl-4 font-semibold">Plan</th>
            <th className="py-2 pl-4 font-semibold">Reason</th>
            <th className="py-2 pl-4 text-right font-semibold">Tries</th>
            <th className="py-2 pl-4 pr-5">
              <span className="sr-only">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {letters.map((letter) => (
            <tr key={letter.id} className="border-b align-top last:border-0">
              <td className="whitespace-nowrap py-3 pl-5 text-ink-2">{dateTime(letter.firstAt)}</td>
              <td className="max-w-[280px] py-3 pl-4">
                <What letter={letter} />
              </td>
              <td className="whitespace-nowrap py-3 pl-4 text-ink-2">{letter.planId ?? '–'}</td>
              <td className="max-w-[360px] py-3 pl-4">
                <Reason letter={letter} />
              </td>
              <td className="py-3 pl-4 text-right" title={`Last tried ${dateTime(letter.lastAt)}`}>
                {letter.tries}
              </td>
              <td className="py-1.5 pl-4 pr-5">
                <Actions letter={letter} {...actions} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
    <ul className="lg:hidden">
      {letters.map((letter) => (
        <li key={letter.id} className="border-b px-4 py-4 last:border-0">
          <What letter={letter} />
          <dl className="mt-3 grid grid-cols-[auto_1fr] gap-x-4 gap-y-1 text-base">
            <Line name="Plan">{letter.planId ?? '–'}</Line>
            <Line name="Reason">
              <Reason letter={letter} />
            </Line>
            <Line name="Since">{dateTime(letter.firstAt)}</Line>
            <Line name="Tries">
              {letter.tries}, last {dateTime(letter.lastAt)}
            </Line>
          </dl>
          <div className="mt-3">
            <Actions letter={letter} {...actions} />
          </div>
        </li>
      ))}
    </ul>
  </>
);

const Line = ({ name, children }: { name: string; children: ReactNode }) => (
  <>
    <dt className="text-ink-3">{name}</dt>
    <dd className="min-w-0">{children}</dd>
  </>
);

const What = ({ letter: { kind, type, stream, revision } }: { letter: DeadLetter }) => (
  <>
    <p className="break-words font-semibold">{kind === 'plan' ? 'Figures of a plan' : type}</p>
    <p className="break-all text-sm text-ink-3">
      {kind === 'plan' ? (
        'They stay as they were'
      ) : (
        <>
          {stream} <span className="whitespace-nowrap">@ {revision}</span>
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
  const what = letter.type ?? `figures of ${letter.planId}`;
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
