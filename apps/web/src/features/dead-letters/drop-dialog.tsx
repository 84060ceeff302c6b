import { dropRequest, type DeadLetter } from '@superscope/contracts/dead-letters';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { TextField } from '../../ui/text-field';
import { useDropDeadLetterMutation } from './dead-letters.api';
import { whatText } from './what-text';

/** Asks why an event is left out; the reason stays with it. */
export function DropDialog({ letter, onClose }: { letter: DeadLetter; onClose: () => void }) {
  const [drop] = useDropDeadLetterMutation();
  const form = useRequestForm({
    of: letter.id,
    saved: 'Dropped',
    schema: dropRequest,
    values: { reason: '' },
    send: (body) => drop({ id: letter.id, ...body }).unwrap(),
    onDone: onClose,
    failed: 'It could not be dropped. Please try again.',
  });
  return (
    <FormDialog
      title="Leave this event out?"
      action="Drop"
      form={form}
      onClose={onClose}
      intro={
        <>
          <b className="font-semibold text-ink">{whatText(letter)}</b> stays in the event store, but no screen and no
          rebuild will show what it says. It can still be retried later.
        </>
      }
    >
      <TextField label="Reason" autoFocus maxLength={500} {...form.text('reason')} />
    </FormDialog>
  );
}
