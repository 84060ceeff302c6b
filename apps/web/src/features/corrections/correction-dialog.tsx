import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { dayOf } from '../../ui/day-text';
import { TextField } from '../../ui/text-field';
import { requestOf, useCorrectMutation, type Correction } from './corrections.api';

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
  const [correct] = useCorrectMutation();
  // Neither depends on the answer.
  const { url, schema } = requestOf(make(''));
  const form = useRequestForm({
    of: [title, text].join(' '),
    saved: null,
    schema,
    values: { on: '', reason: '' },
    request: ({ on, reason }) => requestOf(make(day === undefined ? reason : (dayOf(on) ?? ''))).body,
    rules: ({ on }) => ({
      on: day !== undefined && dayOf(on) === null && 'Write a day that exists as dd/MM/yyyy.',
    }),
    send: (body) => correct({ url, body }).unwrap(),
    onDone: () => onDone(done),
    failed: 'This could not be corrected. Please try again.',
  });
  return (
    <FormDialog title={title} action={action} intro={text} form={form} onClose={onClose}>
      {day !== undefined && (
        <TextField label={day} placeholder="dd/MM/yyyy" inputMode="numeric" autoComplete="off" {...form.text('on')} />
      )}
      {words !== undefined && (
        <TextField
          label={words}
          maxLength={150}
          autoComplete="off"
          hint="Kept in the history. Please name nobody."
          {...form.text('reason')}
        />
      )}
    </FormDialog>
  );
}
