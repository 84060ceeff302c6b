import type { Application, ApplicationTokenInfo } from '@superscope/contracts/applications';
import { Ban, Plus } from 'lucide-react';
import { Button } from '../../ui/button';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { date, dateTime, number } from '../../ui/format';

interface Props {
  program: Application;
  onIssue: () => void;
  onRevoke: (token: ApplicationTokenInfo) => void;
}

/** A program with its tokens, the newest first. */
export function Program({ program, onIssue, onRevoke }: Props) {
  const { username, name, role, domain, contextName, active, tokens } = program;
  const what = [
    role === 'BrowserClient' ? `Browser client of ${domain ?? 'no domain'}` : 'Application',
    contextName ?? 'reaches no plan',
    ...(active ? [] : ['deactivated']),
  ];
  return (
    <section aria-label={username} className="card p-4 sm:p-5">
      <CardHead
        title={name === null ? username : `${name} (${username})`}
        note={what.join(' · ')}
        stacks
        right={
          active && (
            <Button icon={Plus} aria-label={`Issue a token for ${username}`} onClick={onIssue}>
              Issue a token
            </Button>
          )
        }
      />
      {tokens.length === 0 ? (
        <p className="mt-3 text-base text-ink-3">It has no token yet.</p>
      ) : (
        <ul className="mt-3 divide-y border-t">
          {tokens.map((token) => (
            <Token key={token.tokenId} token={token} onRevoke={() => onRevoke(token)} />
          ))}
        </ul>
      )}
    </section>
  );
}

const STATES = { valid: 'Valid', expired: 'Expired', revoked: 'Revoked' } as const;

const Token = ({ token, onRevoke }: { token: ApplicationTokenInfo; onRevoke: () => void }) => (
  <li className="flex flex-wrap items-start gap-x-6 gap-y-2 py-3 text-base">
    <div className="min-w-0 flex-1 basis-60">
      <p className={cx('wrap-anywhere font-semibold', token.state !== 'valid' && 'text-ink-3')}>{token.label}</p>
      <p className="text-sm text-ink-3">
        {token.addresses.length > 0 ? `Only from ${token.addresses.join(', ')}` : null}
      </p>
      {token.reminder !== null && <p className="mt-1 text-sm text-attention">{token.reminder}</p>}
    </div>
    <p className="basis-56 text-ink-2">
      {STATES[token.state]}
      <span className="block text-sm text-ink-3">
        {date(token.issuedAt)} – {date(token.revokedAt ?? token.expiresAt)}
      </span>
    </p>
    <p className="basis-56 text-ink-2">
      {token.lastUse === null ? 'Never used' : `Last used ${dateTime(token.lastUse.at)}`}
      {token.lastUse !== null && (
        <span className="block text-sm text-ink-3">
          {[`${number(token.lastUse.uses)} requests`, token.lastUse.address].filter(Boolean).join(', last from ')}
        </span>
      )}
    </p>
    <div className="lg:basis-28 lg:text-right">
      {token.state === 'valid' && (
        <Button icon={Ban} aria-label={`Revoke ${token.label}`} onClick={onRevoke}>
          Revoke
        </Button>
      )}
    </div>
  </li>
);
