import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { MessageBox } from '../../ui/message-box';

interface Props {
  title: string;
  action: string;
  busy: boolean;
  intro?: ReactNode;
  /** The errors of the form as a whole. */
  general: readonly string[];
  children: ReactNode;
  onSubmit: () => void;
  onClose: () => void;
}

/** A dialog with a few fields, and the form's errors above them. */
export const FormDialog = ({ title, action, busy, intro, general, children, onSubmit, onClose }: Props) => (
  <ConfirmDialog title={title} action={action} busy={busy} onConfirm={onSubmit} onClose={onClose}>
    {intro !== undefined && <p>{intro}</p>}
    <div className="mt-4 space-y-4 text-ink">
      {general.map((message) => (
        <MessageBox key={message} tone="danger">
          {message}
        </MessageBox>
      ))}
      {children}
    </div>
  </ConfirmDialog>
);
