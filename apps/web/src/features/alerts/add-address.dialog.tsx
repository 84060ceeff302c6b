import { addressForms, newAlertAddress, type AddedAddress } from '@superscope/contracts/alerts';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { FORM_NAMES } from './address-words';
import { useAddAlertAddressMutation } from './alert-list.api';

interface Props {
  onDone: (added: AddedAddress, name: string) => void;
  onClose: () => void;
}

/** Adds a mail address or a webhook to which alerts go. */
export function AddAddressDialog({ onDone, onClose }: Props) {
  const [add] = useAddAlertAddressMutation();
  const form = useRequestForm({
    of: 'new address',
    saved: null,
    schema: newAlertAddress,
    values: { form: 'mail', name: '', where: '' },
    send: (body) => add(body).unwrap(),
    onDone: (added, { name }) => onDone(added, name),
    failed: 'The address was not added. Please try again.',
  });
  const isMail = form.values.form === 'mail';
  return (
    <FormDialog
      title="Add address"
      action="Add"
      intro="It is told once when an alert begins, each day while it lasts, and once when it ends: check, state, a time and a link."
      form={form}
      onClose={onClose}
    >
      <SelectField
        wide
        label="How it is told"
        options={addressForms.map((value) => ({ value, label: FORM_NAMES[value] }))}
        value={form.values.form}
        onChange={(value) => form.set('form', value)}
      />
      <TextField
        compact
        autoFocus
        label="Name"
        placeholder={isMail ? 'Support' : 'Night watch'}
        maxLength={60}
        autoComplete="off"
        {...form.text('name')}
      />
      <TextField
        compact
        label={isMail ? 'Mail address' : 'Address of the webhook'}
        type={isMail ? 'email' : 'url'}
        placeholder={isMail ? 'support@fund.example' : 'https://hooks.example/…'}
        maxLength={1000}
        autoComplete="off"
        spellCheck={false}
        hint={isMail ? undefined : 'Public and https. It is kept encrypted, and never shown again beyond its host.'}
        {...form.text('where')}
      />
    </FormDialog>
  );
}
