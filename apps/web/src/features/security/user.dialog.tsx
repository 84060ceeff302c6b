import type { RegisterUserRequest, UserRow, UserWritten } from '@superscope/contracts/users';
import { useState } from 'react';
import { ContextField } from '../../portal/accounts/context-field';
import { useUserContextsQuery } from '../../portal/accounts/contexts.api';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useFormErrors } from '../../portal/forms/use-form-errors';
import { roleName } from '../../portal/session/user';
import { SelectField } from '../../ui/select-field';
import { HelpedSwitch } from '../../ui/switch';
import { TextField } from '../../ui/text-field';
import { useRegisterUserMutation, useReviseUserMutation } from './security.api';

type PersonRole = RegisterUserRequest['role'];

const ROLES: readonly PersonRole[] = [
  'AuthorizedRep',
  'CompanyRep',
  'ProviderRep',
  'Staff',
  'Admin',
  'DevOps',
  'Auditor',
];
/** The context that a role is restricted to. Roles that are missing here have none. */
const KIND_OF: Partial<Record<PersonRole, 'company' | 'provider'>> = {
  AuthorizedRep: 'provider',
  ProviderRep: 'provider',
  CompanyRep: 'company',
};
const ALL_PLANS = 'allPlans';
const IN_ONE_CENTRAL: readonly PersonRole[] = ['AuthorizedRep', 'Staff', 'Admin'];

interface Props {
  /** The user to edit; null registers a new one. */
  user: UserRow | null;
  onDone: (answer: UserWritten) => void;
  onClose: () => void;
}

/** Registers a person or edits one. The username stays as it is. */
export function UserDialog({ user, onDone, onClose }: Props) {
  const [register, registering] = useRegisterUserMutation();
  const [revise, revising] = useReviseUserMutation();
  const contexts = useUserContextsQuery();
  const [email, setEmail] = useState(user?.username ?? '');
  const [name, setName] = useState(user?.name ?? '');
  const [role, setRole] = useState<PersonRole>((user?.role as PersonRole | undefined) ?? 'AuthorizedRep');
  /** Undefined until chosen. The fund's only provider is then preselected. */
  const [picked, setPicked] = useState<string | null | undefined>(user ? user.contextId : undefined);
  const [oneCentral, setOneCentral] = useState(true);

  const kind = KIND_OF[role];
  const preset = kind === 'provider' ? (contexts.data?.defaultId ?? null) : null;
  const contextId = picked === undefined ? preset : picked;
  const { errorOf, general, passes } = useFormErrors(registering.error ?? revising.error, ['email', 'contextId']);

  const submit = () => {
    const wrong = {
      ...(email.trim() === '' && { email: 'Username/Email is required' }),
      ...(kind !== undefined && !contextId && { contextId: 'Dealer/Adviser/Provider/Plan Id is required' }),
    };
    if (!passes(wrong)) return;
    const details = { role, contextId: kind === undefined ? null : contextId, name: name.trim() || null };
    const done = user
      ? revise({ userId: user.userId, ...details })
      : register({ ...details, email: email.trim(), oneCentral: oneCentral && IN_ONE_CENTRAL.includes(role) });
    void done.unwrap().then(onDone, () => undefined);
  };
  const options = contexts.data?.contexts.filter((context) => context.kind === kind);
  const title = user ? `Edit ${user.username}` : 'Register a user';
  return (
    <FormDialog
      title={title}
      action={user ? 'Save' : 'Register'}
      busy={registering.isLoading || revising.isLoading}
      onSubmit={submit}
      general={general}
      onClose={onClose}
    >
      <TextField
        compact
        label="Username/Email"
        type="email"
        autoComplete="off"
        autoFocus={!user}
        readOnly={user !== null}
        value={email}
        onChange={({ target }) => setEmail(target.value)}
        error={errorOf('email')}
        hint={user ? 'It cannot be changed.' : 'A link to choose a password is mailed there.'}
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
        label="Role"
        options={ROLES.map((value) => ({ value, label: roleName(value) }))}
        value={role}
        onChange={(value) => {
          setRole(value as PersonRole);
          if (KIND_OF[value as PersonRole] !== kind) setPicked(undefined);
        }}
      />
      {role === 'AuthorizedRep' && (
        <SelectField
          wide
          label="Plans in reach"
          options={[
            { value: 'provider', label: 'Plans of one provider' },
            { value: ALL_PLANS, label: 'All plans' },
          ]}
          value={contextId === ALL_PLANS ? ALL_PLANS : 'provider'}
          onChange={(value) => setPicked(value === ALL_PLANS ? ALL_PLANS : undefined)}
        />
      )}
      {kind !== undefined && contextId !== ALL_PLANS && (
        <ContextField
          key={kind}
          label={kind === 'company' ? 'Employer' : 'Provider'}
          options={options}
          failed={contexts.isError}
          chosen={contextId}
          onChoose={setPicked}
          error={errorOf('contextId')}
        />
      )}
      {!user && IN_ONE_CENTRAL.includes(role) && (
        <div className="flex">
          <HelpedSwitch
            label="One Central"
            help="The person also works in OneCentral and is listed among its users."
            selected={oneCentral}
            onChange={setOneCentral}
          />
        </div>
      )}
    </FormDialog>
  );
}
