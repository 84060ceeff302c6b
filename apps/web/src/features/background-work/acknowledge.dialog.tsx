import { acknowledgement, type WorkItem } from '@superscope/contracts/work';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { useAcknowledgeWorkMutation } from '../../portal/work/work.api';
import { workName } from '../../portal/work/work-words';
import { TextField } from '../../ui/text-field';

const LONGEST = 200;

/** Takes a failure in hand, with a sentence that the others read. */
export function AcknowledgeDialog({ item, onClose }: { item: WorkItem; onClose: () => void }) {
  const [acknowledge] = useAcknowledgeWorkMutation();
  const form = useRequestForm({
    of: item.workId,
    saved: 'Acknowledged',
    schema: acknowledgement,
    values: { reason: '' },
    rules: ({ reason }) => ({ reason: reason.trim() === '' && 'Say why in a sentence.' }),
    send: (body) => acknowledge({ workId: item.workId, ...body }).unwrap(),
    onDone: onClose,
    failed: 'It could not be acknowledged. Please try again.',
  });
  return (
    <FormDialog
      title="Acknowledge this failure?"
      action="Acknowledge"
      form={form}
      onClose={onClose}
      intro={
        <>
          <b className="font-semibold text-ink">{workName(item)}</b> counts as failed no longer, until it fails again.
          Others read who has it in hand, and why.
        </>
      }
    >
      <TextField label="Why" autoFocus maxLength={LONGEST} {...form.text('reason')} />
    </FormDialog>
  );
}
