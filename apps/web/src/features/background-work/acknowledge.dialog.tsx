import type { WorkItem } from '@superscope/contracts/work';
import { useState } from 'react';
import { Failure } from '../../portal/api/failure';
import { useAcknowledgeWorkMutation } from '../../portal/work/work.api';
import { saySaved } from '../../portal/forms/saved-note';
import { useClosing } from '../../portal/forms/use-closing';
import { usualQuestion, useUnsaved } from '../../portal/leaving/use-unsaved';
import { workName } from '../../portal/work/work-words';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { TextField } from '../../ui/text-field';

const LONGEST = 200;

/** Takes a failure in hand, with a sentence that the others read. */
export function AcknowledgeDialog({ item, onClose }: { item: WorkItem; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [isMissing, setMissing] = useState(false);
  const [acknowledge, { isLoading, error }] = useAcknowledgeWorkMutation();
  const isTyped = reason.trim() !== '';
  useUnsaved(isTyped ? usualQuestion : null);
  const [dismiss, question] = useClosing(isTyped, onClose);
  const confirm = () => {
    if (reason.trim() === '') return setMissing(true);
    void acknowledge({ workId: item.workId, reason: reason.trim() })
      .unwrap()
      .then(
        () => {
          saySaved('Acknowledged');
          onClose();
        },
        () => undefined,
      );
  };
  return (
    <ConfirmDialog
      title="Acknowledge this failure?"
      action="Acknowledge"
      busy={isLoading}
      onConfirm={confirm}
      onClose={onClose}
      onDismiss={dismiss}
    >
      <p className="mb-4">
        <b className="font-semibold text-ink">{workName(item)}</b> counts as failed no longer, until it fails again.
        Others read who has it in hand, and why.
      </p>
      <TextField
        label="Why"
        autoFocus
        maxLength={LONGEST}
        value={reason}
        error={isMissing && reason.trim() === '' ? 'Say why in a sentence.' : undefined}
        onChange={(event) => setReason(event.target.value)}
      />
      <Failure error={error} otherwise="It could not be acknowledged. Please try again." className="mt-4" />
      {question}
    </ConfirmDialog>
  );
}
