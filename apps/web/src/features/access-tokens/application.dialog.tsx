import { useState } from 'react';
import { ContextField } from '../../portal/accounts/context-field';
import { useUserContextsQuery } from '../../portal/accounts/contexts.api';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useFormErrors } from '../../portal/forms/use-form-errors';
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

/** Registers a program that asks for figures or brings files. */
export function ApplicationDialog({ onDone, onClose }: { onDone: (username: string) => void; onClose: () => void }) {
  const [register, { error, isLoading }] = useRegisterApplicationMutation();
  const contexts = useUserContextsQuery();
  const [username, setUsername] = useState('');
  const [name, setName] = useState('');
  const [reach, setReach] = useState<Reach>('none');
  const [contextId, setContextId] = useState<string | null>(null);

  const { errorOf, general, passes } = useFormErrors(error, ['username']);
  const needsContext = reach === 'provider' || reach === 'company';

  const submit = () => {
    const wrong = {
      ...(username.trim() === '' && { username: 'Username is required' }),
      ...(needsContext && contextId === null && { contextId: 'Dealer/Adviser/Provider/Plan Id is required' }),
    };
    if (!passes(wrong)) return;
    const context =
      reach === 'allPlans'
        ? ({ kind: 'allPlans', id: null } as const)
        : needsContext
          ? ({ kind: reach, id: contextId! } as const)
          : null;
    void register({ username: username.trim(), name: name.trim() || null, context })
      .unwrap()
      .then(
        () => onDone(username.trim()),
        () => undefined,
      );
  };
  return (
    <FormDialog
      title="Register an application"
      action="Register"
      busy={isLoading}
      onSubmit={submit}
      general={general}
      onClose={onClose}

      intro="A program that asks for figures or brings files, with a token of its own."
    >
      <TextField
        compact
        autoFocus
        label="Username"
        autoComplete="off"
        spellCheck={false}
        value={username}
        onChange={({ target }) => setUsername(target.value)}
        error={errorOf('username')}
      />
      <TextField
        compact
        label="Name"
        autoComplete="off"
        maxLength={200}
        value={name}
        onChange={({ target }) => setName(target.value)}
      />
      <SelectField
        wide
        label="Plans in reach"
        options={REACHES}
        value={reach}
        onChange={(value) => {
          setReach(value as Reach);
          setContextId(null);
        }}
      />
      {needsContext && (
        <ContextField
          key={reach}
          label={reach === 'company' ? 'Employer' : 'Provider'}
          options={contexts.data?.contexts.filter(({ kind }) => kind === reach)}
          failed={contexts.isError}
          chosen={contextId}
          onChoose={setContextId}
          error={errorOf('contextId')}
        />
      )}
    </FormDialog>
  );
}
