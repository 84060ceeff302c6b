import { useState } from 'react';
import { messageOf, referenceOf } from '../../portal/api/base.api';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { dayOf } from '../../ui/day-text';
import { MessageBox } from '../../ui/message-box';
import { Reference } from '../../ui/states';
import { TextField } from '../../ui/text-field';
import { useCorrectMutation, type Correction } from './corrections.api';

/** A correction that a card offers, before the user confirms it. */
export interface Asked {
  title: string;
  text: string;
  /** The text of the button. */
  action: string;
  /** The label of the required date or reason; absent if neither is required. */
  day?: string;
  words?: string;
  make: (answer: string) => Correction;
  /** The message after the correction. */
  done: string;
}

interface Props {
  asked: Asked;
  onDone: (text: string) => void;
  onClose: () => void;
}

/** Asks for confirmation, with the date or the reason if required, and makes the correction. */
export function CorrectionDialog({ asked: { title, text, action, day, words, make, done }, onDone, onClose }: Props) {
  const [correct, { isLoading, error }] = useCorrectMutation();
  const [written, setWritten] = useState('');
  const [wrong, setWrong] = useState<string>();
  const confirm = () => {
    const answer = day === undefined ? written.trim() : dayOf(written);
    if (answer === null) return setWrong('Write a day that exists as dd/MM/yyyy.');
    if (words !== undefined && answer === '') return setWrong(`${words} is required`);
    setWrong(undefined);
    void correct(make(answer))
      .unwrap()
      .then(
        () => onDone(done),
        // The dialog stays open and shows the error.
        () => undefined,
      );
  };
  return (
    <ConfirmDialog title={title} action={action} busy={isLoading} onConfirm={confirm} onClose={onClose}>
      <p>{text}</p>
      {day !== undefined && (
        <div className="mt-4 text-ink">
          <TextField
            label={day}
            placeholder="dd/MM/yyyy"
            inputMode="numeric"
            autoComplete="off"
            value={written}
            onChange={({ target }) => setWritten(target.value)}
            error={wrong}
          />
        </div>
      )}
      {words !== undefined && (
        <div className="mt-4 text-ink">
          <TextField
            label={words}
            maxLength={150}
            autoComplete="off"
            hint="Kept in the history. Please name nobody."
            value={written}
            onChange={({ target }) => setWritten(target.value)}
            error={wrong}
          />
        </div>
      )}
      {error !== undefined && (
        <div className="mt-4">
          <MessageBox tone="danger">
            {messageOf(error) ?? 'This could not be corrected. Please try again.'}
            <Reference id={referenceOf(error)} className="mt-1" />
          </MessageBox>
        </div>
      )}
    </ConfirmDialog>
  );
}
