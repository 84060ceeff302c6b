import { useState, type ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { usualQuestion } from '../leaving/use-unsaved';

/**
 * Closes a dialog by Escape or a press outside, which may happen by accident, and asks first while something is typed in it. Draw the
 * question within the dialog, to which the focus then returns.
 */
export function useClosing(isTyped: boolean, onClose: () => void): [dismiss: () => void, question: ReactNode] {
  const [asks, setAsks] = useState(false);
  return [
    () => (isTyped ? setAsks(true) : onClose()),
    asks && (
      <ConfirmDialog
        title={usualQuestion.title}
        action="Close without saving"
        cancel={usualQuestion.stay}
        cancelFirst
        onConfirm={onClose}
        onClose={() => setAsks(false)}
      >
        It is lost if you close this.
      </ConfirmDialog>
    ),
  ];
}
