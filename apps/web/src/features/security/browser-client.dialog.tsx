import {
  contextIdRequired,
  registerBrowserClientRequest,
  reviseUserRequest,
  type UserRow,
  type UserWritten,
} from '@superscope/contracts/users';
import { ContextField } from '../../portal/accounts/context-field';
import { useBrowserClientContextsQuery } from '../../portal/accounts/contexts.api';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
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
  const [register] = useRegisterBrowserClientMutation();
  const [revise] = useReviseUserMutation();
  const contexts = useBrowserClientContextsQuery();
  const form = useRequestForm({
    of: client?.userId ?? 'new client',
    saved: null,
    schema: client ? reviseUserRequest : registerBrowserClientRequest,
    values: {
      username: client?.username ?? '',
      domain: client?.emailOrDomain ?? '',
      contextId: client?.contextId ?? null,
    },
    request: ({ username, domain, contextId }) => (client ? { domain, contextId } : { username, domain, contextId }),
    rules: ({ domain, contextId }) => ({
      domain: domain.trim() === '' && 'Domain is required',
      contextId: !contextId && contextIdRequired,
    }),
    revision: client?.revision,
    send: (body, revision) =>
      'username' in body ? register(body).unwrap() : revise({ userId: client!.userId, ...body, revision }).unwrap(),
    onDone,
  });
  return (
    <FormDialog
      title={client ? `Edit ${client.username}` : 'Register a browser client'}
      action={client ? 'Save' : 'Register'}
      form={form}
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
        hint={client ? 'It cannot be changed.' : undefined}
        {...form.text('username')}
      />
      <TextField
        compact
        label="Domain"
        autoComplete="off"
        spellCheck={false}
        placeholder="super.example.com"
        {...form.text('domain')}
      />
      <ContextField
        label="Employer or platform"
        options={contexts.data}
        failed={contexts.isError}
        {...form.choice('contextId')}
      />
    </FormDialog>
  );
}
