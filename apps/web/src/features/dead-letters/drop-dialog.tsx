import type { DeadLetter } from '@superscope/contracts/dead-letters';
import { useState } from 'react';
import { messageOf } from '../../portal/api/base.api';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { TextField } from '../../ui/text-field';
import { useDropDeadLetterMutation } from './dead-letters.api';

/** Asks why an event is left out; the reason stays with it. */
export function DropDialog({ letter, onClose }: { letter: DeadLetter; onClose: () => void }) {
  const [reason, setReason] = useState('');
  const [missing, setMissing] = useState(false);
  const [drop, { isLoading, error }] = useDropDeadLetterMutation();
  const confirm = () => {
    if (reason.trim() === '') return setMissing(true);
    void drop({ id: letter.id, reason: reason.trim() })
      .unwrap()
      .then(onClose, () => undefined);
  };
  const refused = error === undefined ? undefined : (messageOf(error) ?? 'It could not be dropped. Please try again.');
  return (
    <ConfirmDialog title="Leave this event out?" action="Drop" busy={isLoading} onConfirm={confirm} onClose={onClose}>
      <p>
        <b className="font-semibold text-ink">{letter.type}</b> stays in the event store, but no screen and no rebuild
        will show what it says. It can still be retried later.
      </p>
      <div className="mt-4">
        <TextField
          label="Reason"
          autoFocus
          maxLength={500}
          value={reason}
          onChange={({ target }) => setReason(target.value)}
          error={missing && reason.trim() === '' ? 'Please say why.' : refused}
        />
      </div>
    </ConfirmDialog>
  );
}
