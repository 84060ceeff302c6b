import { alertReason, type Alert } from '@superscope/contracts/alerts';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { TextField } from '../../ui/text-field';
import { useAcknowledgeAlertMutation } from './alert-list.api';
import { LONGEST_REASON } from './reason';

interface Props {
  alert: Alert;
  onDone: () => void;
  onClose: () => void;
}

/** Takes an alert in hand as it stands, with a sentence that the others read. */
export function AcknowledgeAlertDialog({ alert: { check, title }, onDone, onClose }: Props) {
  const [acknowledge] = useAcknowledgeAlertMutation();
  const form = useRequestForm({
    of: `acknowledge ${check}`,
    saved: null,
    schema: alertReason,
    values: { reason: '' },
    send: (body) => acknowledge({ check, ...body }).unwrap(),
    onDone,
    failed: 'It could not be acknowledged. Please try again.',
  });
  return (
    <FormDialog
      title={`Acknowledge ‘${title}’`}
      action="Acknowledge"
      intro="You have it in hand: nobody is told of it each day, until something comes to it. Others read your sentence."
      form={form}
      onClose={onClose}
    >
      <TextField
        compact
        autoFocus
        label="What you do about it"
        maxLength={LONGEST_REASON}
        autoComplete="off"
        {...form.text('reason')}
      />
    </FormDialog>
  );
}
