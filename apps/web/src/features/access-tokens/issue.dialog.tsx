import { issueTokenRequest, mostTokenDays, type Application } from '@superscope/contracts/applications';
import { FormDialog } from '../../portal/forms/form-dialog';
import { ToldOnceDialog } from '../../portal/forms/told-once.dialog';
import { useRequestForm } from '../../portal/forms/use-request-form';
import { date } from '../../ui/format';
import { TextField } from '../../ui/text-field';
import { useIssueTokenMutation } from './access-tokens.api';

/** Issues a token and shows it, once. */
export function IssueDialog({ program, onClose }: { program: Application; onClose: () => void }) {
  const [issue, { data }] = useIssueTokenMutation();
  const form = useRequestForm({
    of: program.userId,
    saved: null,
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
  return (
    <ToldOnceDialog
      title="Copy the token now"
      note="It is not shown again: only its hash is stored."
      secret={token}
      copiedText="The token is copied."
      onClose={onClose}
    >
      <p className="mt-2 text-sm text-ink-3">It ends on {date(expiresAt)}.</p>
    </ToldOnceDialog>
  );
}
