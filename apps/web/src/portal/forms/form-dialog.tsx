import type { ReactNode } from 'react';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { FormFields } from './request-form';
import type { DrawnForm } from './use-request-form';

interface Props {
  title: string;
  action: string;
  intro?: ReactNode;
  form: DrawnForm;
  children: ReactNode;
  onClose: () => void;
}

/** A form in a dialog, with a few fields. */
export const FormDialog = ({ title, action, intro, form, children, onClose }: Props) => (
  <ConfirmDialog title={title} action={action} busy={form.isBusy} onConfirm={form.submit} onClose={onClose}>
    {intro !== undefined && <p>{intro}</p>}
    <div className="mt-4 text-ink">
      <FormFields form={form} action={action}>
        {children}
      </FormFields>
    </div>
  </ConfirmDialog>
);
