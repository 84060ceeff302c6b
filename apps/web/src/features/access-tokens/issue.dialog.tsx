import { issueTokenRequest, mostTokenDays, type Application } from '@superscope/contracts/applications';
import { Copy } from 'lucide-react';
import { FormDialog } from '../../portal/forms/form-dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { Button } from '../../ui/button';
import { DetailDialog } from '../../ui/detail-dialog';
import { date } from '../../ui/format';
import { TextField } from '../../ui/text-field';
import { useCopied } from '../../ui/use-copied';
import { useIssueTokenMutation } from './access-tokens.api';

/** Issues a token and shows it, once. */
export function IssueDialog({ program, onClose }: { program: Application; onClose: () => void }) {
  const [issue, { data }] = useIssueTokenMutation();
  const form = useRequestForm({
    schema: issueTokenRequest,
    values: { label: '', expiresInDays: String(mostTokenDays), addresses: '' },
    request: ({ label, expiresInDays, addresses }) => ({
      label,
      expiresInDays: Number(expiresInDays),
      addresses: addresses.split(/[\s,]+/).filter(Boolean),
    }),
    send: (body) => issue({ userId: program.userId, ...body }).unwrap(),
  });
  if (data !== undefined) return <Shown token={data.token} expiresAt={data.expiresAt} onClose={onClose} />;
  return (
    <FormDialog
      title={`Issue a token for ${program.username}`}
      action="Issue"
      form={form}
      onClose={onClose}

      intro={program.role === 'BrowserClient' ? `Only pages of ${program.domain} can use it.` : undefined}
    >
      <TextField
        compact
        autoFocus
        label="What it is for"
        placeholder="Nightly figures"
        maxLength={100}
        {...form.text('label')}
      />
      <TextField compact label="Days until it ends" inputMode="numeric" {...form.text('expiresInDays')} />
      {program.role === 'Application' && (
        <TextField
          compact
          label="Addresses"
          placeholder="10.1.2.3, 10.1.2.0/24"
          spellCheck={false}
          {...form.text('addresses')}
          hint="Only these may use it. None: every address."
        />
      )}
    </FormDialog>
  );
}

function Shown({ token, expiresAt, onClose }: { token: string; expiresAt: string; onClose: () => void }) {
  const [copied, copy] = useCopied();
  return (
    <DetailDialog title="Copy the token now" note="It is not shown again: only its hash is stored." onClose={onClose}>
      <p className="mt-4 select-all rounded-md border bg-sunken p-3 font-mono text-sm wrap-anywhere" data-token>
        {token}
      </p>
      <p className="mt-2 text-sm text-ink-3">It ends on {date(expiresAt)}.</p>
      <div className="mt-5 flex justify-end gap-2">
        <Button icon={Copy} onClick={() => copy(token)}>
          {copied === null ? 'Copy' : 'Copied'}
        </Button>
        <Button kind="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </DetailDialog>
  );
}
