import type { ImportAsked, ImportQuestion } from '@superscope/contracts/import-effect';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { number } from '../../ui/format';
import { valueText } from './value-text';

/** What is asked before a file is imported, with the code that confirms it. */
export interface Asked {
  message?: string;
  questions: readonly ImportQuestion[];
  questionCount: number;
  confirm: string;
}

/** What a refusal asks; null if it is another one. */
export function askedIn(error: unknown): Asked | null {
  const data = (error as { data?: Partial<ImportAsked> } | undefined)?.data;
  return askedOf(data);
}

export function askedOf(body: Partial<ImportAsked> | null | undefined): Asked | null {
  const { message, questions, questionCount, confirm } = body ?? {};
  if (questions === undefined || questionCount === undefined || confirm === undefined) return null;
  return { ...(message !== undefined && { message }), questions, questionCount, confirm };
}

interface Props {
  asked: Asked;
  /** The label of the button that imports. */
  action: string;
  busy?: boolean;
  onConfirm: () => void;
  onClose: () => void;
}

/** Shows the values that a file would change much, as they are and as they would be, and asks whether that is meant. */
export function AskedFirst({ asked, action, busy = false, onConfirm, onClose }: Props) {
  const { questions, questionCount, message } = asked;
  const isAgain = message?.startsWith('What stands has changed') ?? false;
  const title = questionCount === 1 ? 'Is this change meant?' : `Are these ${number(questionCount)} changes meant?`;
  return (
    <ConfirmDialog title={title} action={action} busy={busy} onConfirm={onConfirm} onClose={onClose}>
      {isAgain && <p className="mb-2">What stands has changed since you were asked, so look again.</p>}
      <p>Nothing is imported until you confirm.</p>
      <ul aria-label="Values to confirm" className="mt-3 max-h-80 divide-y overflow-auto border-y">
        {questions.map((question, at) => (
          <li key={at} className="py-2">
            <Question of={question} />
          </li>
        ))}
      </ul>
      {questionCount > questions.length && (
        <p className="mt-2 text-sm text-ink-3">
          The first {number(questions.length)} of {number(questionCount)}.
        </p>
      )}
    </ConfirmDialog>
  );
}

function Question({ of: { line, row, column, unit, was, becomes, message } }: { of: ImportQuestion }) {
  // A question about a whole column says all in its message.
  if (row === '') return <p className="text-ink">{message}</p>;
  return (
    <>
      <p className="font-medium text-ink wrap-anywhere">
        {row} <span className="font-normal text-ink-3">{line === null ? 'not in the file' : `line ${line}`}</span>
      </p>
      <p className="mt-0.5 flex flex-wrap gap-x-4 tabular-nums">
        <span>{column}</span>
        <span>now {valueText(was, unit)}</span>
        <span className="font-semibold text-ink">
          {line === null ? 'then nothing' : `then ${valueText(becomes, unit)}`}
        </span>
      </p>
    </>
  );
}
