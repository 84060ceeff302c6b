import { registerApplicationRequest } from '@superscope/contracts/applications';
import { ContextField } from '../../portal/accounts/context-field';
import { useUserContextsQuery } from '../../portal/accounts/contexts.api';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { SelectField } from '../../ui/select-field';
import { TextField } from '../../ui/text-field';
import { useRegisterApplicationMutation } from './access-tokens.api';

type Reach = 'none' | 'provider' | 'company' | 'allPlans';

const REACHES: readonly { value: Reach; label: string }[] = [
  { value: 'none', label: 'No plan' },
  { value: 'company', label: 'The plan of one employer' },
  { value: 'provider', label: 'Plans of one provider' },
  { value: 'allPlans', label: 'All plans' },
];

const empty: { username: string; name: string; reach: Reach; context: string | null } = {
  username: '',
  name: '',
  reach: 'none',
  context: null,
};

/** Registers a program that asks for figures or brings files. */
export function ApplicationDialog({ onDone, onClose }: { onDone: (username: string) => void; onClose: () => void }) {
  const [register] = useRegisterApplicationMutation();
  const contexts = useUserContextsQuery();
  const form = useRequestForm({
    of: 'new application',
    saved: null,
    schema: registerApplicationRequest,
    values: empty,
    request: ({ username, name, reach, context }) => ({
      username,
      name: name.trim() || null,
      context: reach === 'none' ? null : reach === 'allPlans' ? { kind: reach } : { kind: reach, id: context! },
    }),
    send: (body) => register(body).unwrap(),
    onDone: (_, { username }) => onDone(username),
  });
  const { reach } = form.values;
  return (
    <FormDialog
      title="Register an application"
      action="Register"
      form={form}
      onClose={onClose}

      intro="A program that asks for figures or brings files, with a token of its own."
    >
      <TextField compact autoFocus label="Username" autoComplete="off" spellCheck={false} {...form.text('username')} />
      <TextField compact label="Name" autoComplete="off" maxLength={200} {...form.text('name')} />
      <SelectField
        wide
        label="Plans in reach"
        options={REACHES}
        value={reach}
        onChange={(value) => {
          form.set('reach', value as Reach);
          form.set('context', null);
        }}
      />
      {(reach === 'company' || reach === 'provider') && (
        <ContextField
          key={reach}
          label={reach === 'company' ? 'Employer' : 'Provider'}
          options={contexts.data?.contexts.filter(({ kind }) => kind === reach)}
          failed={contexts.isError}
          {...form.choice('context')}
        />
      )}
    </FormDialog>
  );
}
