import { isInNames } from '@superscope/contracts/name-search';
import type { UserRow, UserWritten } from '@superscope/contracts/users';
import { ChevronDown, RefreshCw, UserRoundPlus, UsersRound } from 'lucide-react';
import { useState } from 'react';
import { Button as AriaButton, Menu, MenuItem, MenuTrigger, Popover } from 'react-aria-components';
import { errorsOf } from '../../portal/api/base.api';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { RecordTable } from '../../portal/records/record-table';
import { ALL_ROLES, RoleField } from '../../portal/user/role-field';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { MessageBox } from '../../ui/message-box';
import { TextField } from '../../ui/text-field';
import { Told } from '../../ui/told';
import { usePageTitle } from '../../ui/use-page-title';
import { BrowserClientDialog } from './browser-client.dialog';
import {
  useChangeActivationMutation,
  useClearSlowdownMutation,
  useInviteAgainMutation,
  useResetAuthenticatorMutation,
  useUsersQuery,
} from './security.api';
import { SecondStep } from './second-step';
import { FailedSignIns } from './failed-sign-ins';
import { SlowedNetworks } from './slowed-networks';
import { UserDialog } from './user.dialog';
import { ownedBy, userColumns } from './user-columns';

const SIZE = 10;

type Open =
  | { dialog: 'user' | 'browserClient'; user: UserRow | null }
  | { dialog: 'deactivate' | 'resetApp'; user: UserRow }
  | null;
type Told = { tone: 'good' | 'danger'; text: string; at: number } | null;

export function SecurityPage() {
  usePageTitle('Security');
  const users = useUsersQuery();
  const { data, isFetching, refetch } = users;
  const [changeActivation] = useChangeActivationMutation();
  const [clear] = useClearSlowdownMutation();
  const [inviteAgain] = useInviteAgainMutation();
  const [resetApp] = useResetAuthenticatorMutation();
  const [role, setRole] = useState(ALL_ROLES);
  const [text, setText] = useState('');
  const [open, setOpen] = useState<Open>(null);
  const [told, setTold] = useState<Told>(null);

  const tell = (tone: 'good' | 'danger', sentence: string) =>
    setTold((before) => ({ tone, text: sentence, at: (before?.at ?? 0) + 1 }));
  const refuse = (failure: unknown) =>
    tell(
      'danger',
      errorsOf(failure)
        .map(({ message }) => message)
        .join(' '),
    );
  const done = ({ message }: UserWritten) => {
    setOpen(null);
    tell('good', message);
  };
  const activation = ({ username, active }: UserRow) =>
    void changeActivation({ username, active: !active })
      .unwrap()
      .then(({ message }) => tell('good', message), refuse);
  const clearOf = ({ userId, username }: UserRow) =>
    void clear({ userId })
      .unwrap()
      .then(() => tell('good', `${username} may try again at once.`), refuse);

  const roles = [...new Set((data ?? []).map((user) => user.role))].sort();
  const found = (data ?? []).filter((user) => (role === ALL_ROLES || user.role === role) && holds(user, text));
  return (
    <>
      <PlainHeader
        title="Security"
        note="Who has an account, which role they have, and what they belong to. A change holds at once, also in open sessions."
        right={<RegisterMenu onRegister={(dialog) => setOpen({ dialog, user: null })} />}
      />
      {told && (
        <Told>
          <MessageBox key={told.at} tone={told.tone} onClose={() => setTold(null)}>
            {told.text}
          </MessageBox>
        </Told>
      )}
      <RecordTable
        label="Users"
        what="The users"
        query={users}
        rows={data && found}
        columns={userColumns({
          onEdit: (user) => setOpen({ dialog: user.role === 'BrowserClient' ? 'browserClient' : 'user', user }),
          onActivation: (user) => (user.active ? setOpen({ dialog: 'deactivate', user }) : activation(user)),
          onClear: clearOf,
          onInvite: ({ userId }) =>
            void inviteAgain(userId)
              .unwrap()
              .then(({ message }) => tell('good', message), refuse),
          onResetApp: (user) => setOpen({ dialog: 'resetApp', user }),
        })}
        idOf={({ userId }) => userId}
        search={`${role} ${text}`}
        pages={SIZE}
        empty={{
          icon: UsersRound,
          title: 'No user is like that',
          children: 'Choose another role, or type something else.',
        }}
        tools={
          <>
            <RoleField roles={roles} value={role} onChange={setRole} />
            <div className="w-full sm:w-72">
              <TextField
                compact
                label="Find"
                type="search"
                placeholder="Part of a name or address"
                value={text}
                onChange={({ target }) => setText(target.value)}
              />
            </div>
            <button
              type="button"
              onClick={() => void refetch()}
              aria-disabled={isFetching}
              className="settle inline-flex h-9 items-center gap-2 rounded-md border border-line-strong bg-surface px-3.5 text-base font-semibold hover:bg-hover pointer-coarse:h-11 print:hidden"
            >
              <RefreshCw size={16} aria-hidden className={isFetching ? 'animate-spin' : undefined} />
              Refresh
            </button>
          </>
        }
      />
      <SlowedNetworks />
      <FailedSignIns />
      <SecondStep />
      {open?.dialog === 'user' && <UserDialog user={open.user} onDone={done} onClose={() => setOpen(null)} />}
      {open?.dialog === 'browserClient' && (
        <BrowserClientDialog client={open.user} onDone={done} onClose={() => setOpen(null)} />
      )}
      {open?.dialog === 'resetApp' && (
        <ConfirmDialog
          title={`Take away ${ownedBy(open.user)} of ${open.user.username}?`}
          action="Take away"
          onConfirm={() => {
            setOpen(null);
            void resetApp(open.user.userId)
              .unwrap()
              .then(({ message }) => tell('good', message), refuse);
          }}
          onClose={() => setOpen(null)}
        >
          <p>For somebody who has lost their phone or key. Make sure that it is them who asks.</p>
        </ConfirmDialog>
      )}
      {open?.dialog === 'deactivate' && (
        <ConfirmDialog
          title={`De-activate ${open.user.username}?`}
          action="De-Activate"
          onConfirm={() => {
            setOpen(null);
            activation(open.user);
          }}
          onClose={() => setOpen(null)}
        >
          <p>Their sessions and tokens stop working at once. They can be activated again.</p>
        </ConfirmDialog>
      )}
    </>
  );
}

const holds = ({ username, name, emailOrDomain, contextName }: UserRow, text: string): boolean =>
  isInNames([username, name, emailOrDomain, contextName], text);

const CHOICES = [
  { id: 'user', label: 'User' },
  { id: 'browserClient', label: 'Browser Client' },
] as const;

const RegisterMenu = ({ onRegister }: { onRegister: (dialog: 'user' | 'browserClient') => void }) => (
  <MenuTrigger>
    <AriaButton className="settle inline-flex h-9 items-center gap-2 rounded-md bg-brand px-3.5 text-base font-semibold text-on-brand hover:bg-brand-hover pointer-coarse:h-11 print:hidden">
      <UserRoundPlus size={16} aria-hidden />
      Register
      <ChevronDown size={15} aria-hidden />
    </AriaButton>
    <Popover placement="bottom end" className="rounded-lg border bg-raised shadow-pop">
      <Menu onAction={(id) => onRegister(id as 'user' | 'browserClient')} className="min-w-44 py-1 outline-none">
        {CHOICES.map(({ id, label }) => (
          <MenuItem
            key={id}
            id={id}
            className="cursor-pointer px-3.5 py-2 text-base text-ink outline-none data-[focused]:bg-brand-soft pointer-coarse:py-3"
          >
            {label}
          </MenuItem>
        ))}
      </Menu>
    </Popover>
  </MenuTrigger>
);
