import type { OwnPasskeys } from '@superscope/contracts/passkeys';
import { KeyRound, Trash2 } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { FailureText } from '../../portal/api/failure';
import { knowsPasskeys } from '../../portal/session/passkeys';
import { QueryStates } from '../../portal/records/query-states';
import { Records } from '../../portal/records/record-table';
import { Button } from '../../ui/button';
import { CardHead } from '../../ui/card';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { dateTime } from '../../ui/format';
import { Bone } from '../../ui/states';
import { AddPasskeyDialog } from './add-passkey.dialog';
import { useOwnPasskeysQuery, useRemovePasskeyMutation } from './two-step.api';

type Passkey = OwnPasskeys[number];

/** Lists, adds and removes the signed-in user's passkeys. */
export function PasskeysCard({ onTold }: { onTold: (tone: 'good' | 'danger', text: ReactNode) => void }) {
  const passkeys = useOwnPasskeysQuery();
  const [remove] = useRemovePasskeyMutation();
  const [open, setOpen] = useState<'add' | Passkey | null>(null);
  return (
    <section aria-label="Passkeys" className="card mt-4 max-w-2xl overflow-hidden">
      <div className="px-4 pb-4 pt-4 sm:px-5">
        <CardHead
          title="Passkeys"
          note="Your fingerprint, face or PIN on this device or a key signs you in, without password and code"
        />
        {knowsPasskeys() ? (
          <Button icon={KeyRound} className="mt-3" onClick={() => setOpen('add')}>
            Add a passkey
          </Button>
        ) : (
          <p className="mt-3 text-base text-ink-2">This browser cannot use passkeys.</p>
        )}
      </div>
      <QueryStates query={passkeys} what="Your passkeys" className="p-5" bones={<Bone className="h-16" />}>
        {(own) => own.length > 0 && <Passkeys passkeys={own} onRemove={setOpen} />}
      </QueryStates>
      {open === 'add' && (
        <AddPasskeyDialog
          onAdded={(name) => {
            setOpen(null);
            onTold('good', `${name} is added. The sign-in screen takes it from now on.`);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open !== null && open !== 'add' && (
        <ConfirmDialog
          title={`Remove ${open.name}?`}
          action="Remove"
          onConfirm={() => {
            setOpen(null);
            void remove(open.passkeyId)
              .unwrap()
              .then(
                () => onTold('good', `${open.name} does not sign you in any more.`),
                (refused: unknown) =>
                  onTold('danger', <FailureText error={refused} otherwise="This did not work. Please try again." />),
              );
          }}
          onClose={() => setOpen(null)}
        >
          <p>It does not sign you in any more. The device keeps its half until you delete it there.</p>
        </ConfirmDialog>
      )}
    </section>
  );
}

const Passkeys = ({ passkeys, onRemove }: { passkeys: OwnPasskeys; onRemove: (passkey: Passkey) => void }) => (
  <div className="border-t">
    <Records
      label="Passkeys"
      rows={passkeys}
      idOf={({ passkeyId }) => passkeyId}
      columns={[
        { head: 'Name', cell: ({ name }) => <span className="wrap-anywhere font-semibold">{name}</span> },
        { head: 'Added', cell: ({ addedAt }) => dateTime(addedAt), className: 'whitespace-nowrap' },
        { head: 'Last used', cell: lastUsed, className: 'whitespace-nowrap' },
        { head: 'Actions', quiet: true, cell: (passkey) => <Remove passkey={passkey} onRemove={onRemove} /> },
      ]}
    />
  </div>
);

const lastUsed = ({ lastUsedAt }: Passkey) => (lastUsedAt === null ? 'Not yet' : dateTime(lastUsedAt));

const Remove = ({ passkey, onRemove }: { passkey: Passkey; onRemove: (passkey: Passkey) => void }) => (
  <Button icon={Trash2} aria-label={`Remove ${passkey.name}`} onClick={() => onRemove(passkey)}>
    Remove
  </Button>
);
