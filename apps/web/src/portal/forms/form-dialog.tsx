import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { FormFields } from './request-form';
import { useClosing } from './use-closing';
import type { DrawnForm } from './use-request-form';

interface Props {
  title: string;
  action: string;
  intro?: ReactNode;
  form: DrawnForm;
  children: ReactNode;
  onClose: () => void;
}

/** A form in a dialog, with a few fields. Escape and a press outside ask before what is typed is lost; Cancel is meant. */
export function FormDialog({ title, action, intro, form, children, onClose }: Props) {
  const [dismiss, question] = useClosing(form.isTyped, onClose);
  return (
    <ConfirmDialog
      title={title}
      action={action}
      busy={form.isBusy}
      onConfirm={form.submit}
      onClose={onClose}
      onDismiss={dismiss}
    >
      {intro !== undefined && <p>{intro}</p>}
      <div className="mt-4 text-ink">
        <FormFields form={form} action={action}>
          {children}
        </FormFields>
      </div>
      {question}
    </ConfirmDialog>
  );
}
