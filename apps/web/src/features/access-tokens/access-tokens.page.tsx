import type { Application, ApplicationTokenInfo } from '@superscope/contracts/applications';
import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import { NotLoaded } from '../../portal/api/not-loaded';
import { Failure } from '../../portal/api/failure';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { MessageBox } from '../../ui/message-box';
import { Bone, EmptyState, Skeleton } from '../../ui/states';
import { Told } from '../../ui/told';
import { usePageTitle } from '../../ui/use-page-title';
import { useProgramsQuery, useRevokeTokenMutation } from './access-tokens.api';
import { ApplicationDialog } from './application.dialog';
import { IssueDialog } from './issue.dialog';
import { Program } from './program';

type Open =
  | { dialog: 'register' }
  | { dialog: 'issue'; program: Application }
  | { dialog: 'revoke'; program: Application; token: ApplicationTokenInfo }
  | null;

export function AccessTokensPage() {
  usePageTitle('Access tokens');
  const { data, isError, error, refetch } = useProgramsQuery();
  const [open, setOpen] = useState<Open>(null);
  const [told, setTold] = useState<string | null>(null);
  return (
    <>
      <PlainHeader
        title="Access tokens"
        note="Programs and microsites that ask with a token. A token is shown once, ends within a year, and can be revoked."
        right={
          <Button kind="primary" icon={Plus} onClick={() => setOpen({ dialog: 'register' })}>
            Register an application
          </Button>
        }
      />
      {told !== null && (
        <Told>
          <MessageBox key={told} tone="good" onClose={() => setTold(null)}>
            {told}
          </MessageBox>
        </Told>
      )}
      {data ? (
        data.length > 0 ? (
          <div className="space-y-4">
            {data.map((program) => (
              <Program
                key={program.userId}
                program={program}
                onIssue={() => setOpen({ dialog: 'issue', program })}
                onRevoke={(token) => setOpen({ dialog: 'revoke', program, token })}
              />
            ))}
          </div>
        ) : (
          <section className="card">
            <EmptyState icon={KeyRound} title="No program has an account" className="min-h-72 p-5">
              Register an application here, or a browser client on the page Security.
            </EmptyState>
          </section>
        )
      ) : isError ? (
        <section className="card">
          <NotLoaded what="The access tokens" error={error} onRetry={() => void refetch()} className="min-h-72" />
        </section>
      ) : (
        <Skeleton label="access tokens">
          <Bone className="h-72 !rounded-lg" />
        </Skeleton>
      )}
      {open?.dialog === 'register' && (
        <ApplicationDialog
          onDone={(username) => {
            setOpen(null);
            setTold(`${username} is registered. Issue a token for it.`);
          }}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.dialog === 'issue' && <IssueDialog program={open.program} onClose={() => setOpen(null)} />}
      {open?.dialog === 'revoke' && (
        <RevokeDialog
          program={open.program}
          token={open.token}
          onDone={() => {
            setOpen(null);
            setTold(`The token ${open.token.label} is revoked.`);
          }}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  );
}

interface RevokeProps {
  program: Application;
  token: ApplicationTokenInfo;
  onDone: () => void;
  onClose: () => void;
}
function RevokeDialog({ program: { userId, username }, token: { tokenId, label }, onDone, onClose }: RevokeProps) {
  const [revoke, { isLoading, error }] = useRevokeTokenMutation();
  return (
    <ConfirmDialog
      title="Revoke this token?"
      action="Revoke"
      busy={isLoading}
      onConfirm={() =>
        void revoke({ userId, tokenId })
          .unwrap()
          .then(onDone, () => undefined)
      }
      onClose={onClose}
    >
      <p>
        {username} is refused with the token <b className="font-semibold text-ink">{label}</b> from now on. A revoked
        token cannot be used again.
      </p>
      <Failure error={error} otherwise="It could not be revoked. Please try again." className="mt-4" />
    </ConfirmDialog>
  );
}
