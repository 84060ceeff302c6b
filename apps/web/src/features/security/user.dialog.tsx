import {
  allPlansContext,
  contextIdRequired,
  registerUserRequest,
  reviseUserRequest,
  type RegisterUserRequest,
  type UserRow,
  type UserWritten,
} from '@superscope/contracts/users';
import { ContextField } from '../../portal/accounts/context-field';
import { useUserContextsQuery } from '../../portal/accounts/contexts.api';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { roleName } from '../../portal/user/user';
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
const IN_ONE_CENTRAL: readonly PersonRole[] = ['AuthorizedRep', 'Staff', 'Admin'];

interface Props {
  /** The user to edit; null registers a new one. */
  user: UserRow | null;
  onDone: (answer: UserWritten) => void;
  onClose: () => void;
}

/** Registers a person or edits one. The username stays as it is. */
export function UserDialog({ user, onDone, onClose }: Props) {
  const [register] = useRegisterUserMutation();
  const [revise] = useReviseUserMutation();
  const contexts = useUserContextsQuery();
  const presetOf = (role: PersonRole) => (KIND_OF[role] === 'provider' ? (contexts.data?.defaultId ?? null) : null);
  const form = useRequestForm({
    of: user?.userId ?? 'new user',
    saved: null,
    schema: user ? reviseUserRequest : registerUserRequest,
    values: {
      email: user?.username ?? '',
      name: user?.name ?? '',
      role: (user?.role as PersonRole | undefined) ?? 'AuthorizedRep',
      /** Undefined until chosen. The fund's only provider is then preselected. */
      contextId: user ? user.contextId : undefined,
      oneCentral: true,
    },
    request: ({ email, name, role, contextId = presetOf(role), oneCentral }) => {
      const details = { role, contextId: KIND_OF[role] === undefined ? null : contextId, name: name.trim() || null };
      return user ? details : { ...details, email, oneCentral: oneCentral && IN_ONE_CENTRAL.includes(role) };
    },
    rules: ({ role, contextId = presetOf(role) }) => ({
      contextId: KIND_OF[role] !== undefined && !contextId && contextIdRequired,
    }),
    revision: user?.revision,
    inWords: (value, field) => (field === 'Role' ? roleName(value as PersonRole) : value),
    send: (body, revision) =>
      'email' in body ? register(body).unwrap() : revise({ userId: user!.userId, ...body, revision }).unwrap(),
    onDone,
  });
  const { role, oneCentral } = form.values;
  const kind = KIND_OF[role];
  const context = form.choice('contextId');
  const contextId = context.value === undefined ? presetOf(role) : context.value;
  const options = contexts.data?.contexts.filter((context) => context.kind === kind);
  const title = user ? `Edit ${user.username}` : 'Register a user';
  return (
    <FormDialog title={title} action={user ? 'Save' : 'Register'} form={form} onClose={onClose}>
      <TextField
        compact
        label="Username/Email"
        type="email"
        autoComplete="off"
        autoFocus={!user}
        readOnly={user !== null}
        hint={user ? 'It cannot be changed.' : 'A link to choose a password is mailed there.'}
        {...form.text('email')}
      />
      <TextField compact label="Name" autoComplete="off" maxLength={200} {...form.text('name')} />
      <SelectField
        wide
        label="Role"
        options={ROLES.map((value) => ({ value, label: roleName(value) }))}
        value={role}
        onChange={(value) => {
          form.set('role', value as PersonRole);
          if (KIND_OF[value as PersonRole] !== kind) form.set('contextId', undefined);
        }}
      />
      {role === 'AuthorizedRep' && (
        <SelectField
          wide
          label="Plans in reach"
          options={[
            { value: 'provider', label: 'Plans of one provider' },
            { value: allPlansContext, label: 'All plans' },
          ]}
          value={contextId === allPlansContext ? allPlansContext : 'provider'}
          onChange={(value) => context.onChange(value === allPlansContext ? value : undefined)}
        />
      )}
      {kind !== undefined && contextId !== allPlansContext && (
        <ContextField
          key={kind}
          label={kind === 'company' ? 'Employer' : 'Provider'}
          options={options}
          failed={contexts.isError}
          {...context}
          value={contextId}
        />
      )}
      {!user && IN_ONE_CENTRAL.includes(role) && (
        <div className="flex">
          <HelpedSwitch
            label="One Central"
            help="The person also works in OneCentral and is listed among its users."
            selected={oneCentral}
            onChange={(on) => form.set('oneCentral', on)}
          />
        </div>
      )}
    </FormDialog>
  );
}
