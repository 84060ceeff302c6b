import type { UserRow, UserWritten } from '@superscope/contracts/users';
import { useState } from 'react';
import { ContextField } from '../../portal/accounts/context-field';
import { useBrowserClientContextsQuery } from '../../portal/accounts/contexts.api';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useFormErrors } from '../../portal/forms/use-form-errors';
import { TextField } from '../../ui/text-field';
import { useRegisterBrowserClientMutation, useReviseUserMutation } from './security.api';

interface Props {
  /** The client to edit; null registers a new one. */
  client: UserRow | null;
  onDone: (answer: UserWritten) => void;
  onClose: () => void;
}

/** Registers a microsite's browser client or edits one. The username stays as it is. */
export function BrowserClientDialog({ client, onDone, onClose }: Props) {
  const [register, registering] = useRegisterBrowserClientMutation();
  const [revise, revising] = useReviseUserMutation();
  const contexts = useBrowserClientContextsQuery();
  const [username, setUsername] = useState(client?.username ?? '');
  const [domain, setDomain] = useState(client?.emailOrDomain ?? '');
  const [contextId, setContextId] = useState(client?.contextId ?? null);

  const { errorOf, general, passes } = useFormErrors(registering.error ?? revising.error, [
    'username',
    'domain',
    'contextId',
  ]);

  const submit = () => {
    const wrong = {
      ...(username.trim() === '' && { username: 'Username is required' }),
      ...(domain.trim() === '' && { domain: 'Domain is required' }),
      ...(!contextId && { contextId: 'Dealer/Adviser/Provider/Plan Id is required' }),
    };
    if (!passes(wrong)) return;
    const done = client
      ? revise({ userId: client.userId, contextId, domain: domain.trim() })
      : register({ username: username.trim(), domain: domain.trim(), contextId: contextId! });
    void done.unwrap().then(onDone, () => undefined);
  };
  return (
    <FormDialog
      title={client ? `Edit ${client.username}` : 'Register a browser client'}
      action={client ? 'Save' : 'Register'}
      busy={registering.isLoading || revising.isLoading}
      onSubmit={submit}
      general={general}
      onClose={onClose}

      intro="A microsite whose pages read the public documents of one employer or platform."
    >
      <TextField
        compact
        label="Username"
        autoComplete="off"
        spellCheck={false}
        autoFocus={!client}
        readOnly={client !== null}
        value={username}
        onChange={({ target }) => setUsername(target.value)}
        error={errorOf('username')}
        hint={client ? 'It cannot be changed.' : undefined}
      />
      <TextField
        compact
        label="Domain"
        autoComplete="off"
        spellCheck={false}
        placeholder="super.example.com"
        value={domain}
        onChange={({ target }) => setDomain(target.value)}
        error={errorOf('domain')}
      />
      <ContextField
        label="Employer or platform"
        options={contexts.data}
        failed={contexts.isError}
        chosen={contextId}
        onChoose={setContextId}
        error={errorOf('contextId')}
      />
    </FormDialog>
  );
}
