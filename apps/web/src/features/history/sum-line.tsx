import type { AsOfSum } from '@superscope/contracts/as-of-views';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { number } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';

/** '9f3c·a1e7·04bd … 77e2' */
export const shortDigest = (digest: string): string =>
  `${digest.slice(0, 4)}·${digest.slice(4, 8)}·${digest.slice(8, 12)} … ${digest.slice(-4)}`;

/** Position, number and digest of what a view or a replay holds, and how long it took. */
export function SumLine({ sum, tookMs }: { sum: AsOfSum; tookMs: number | null }) {
  const [copied, setCopied] = useState(false);
  const copy = () => {
    // Browsers offer the clipboard only over TLS or on localhost.
    void navigator.clipboard?.writeText(sum.digest).then(
      () => setCopied(true),
      () => undefined,
    );
  };
  return (
    <dl className="mt-2 flex flex-wrap items-center gap-x-6 gap-y-1 text-base">
      <Fact name="Events">{number(sum.events)}</Fact>
      <Fact name="Position">{sum.position === '0' ? 'None' : number(Number(sum.position))}</Fact>
      <div className="flex min-w-0 items-center gap-2">
        <dt className="text-ink-2">Digest</dt>
        <dd className="flex min-w-0 items-center gap-1.5">
          <code className="truncate font-mono text-sm" title={sum.digest}>
            sha256 {shortDigest(sum.digest)}
          </code>
          <IconButton
            label={copied ? 'Digest copied' : 'Copy the digest'}
            icon={copied ? Check : Copy}
            onClick={copy}
          />
        </dd>
      </div>
      {tookMs !== null && <Fact name="Took">{`${number(tookMs / 1000, 1)} s`}</Fact>}
    </dl>
  );
}

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div className="flex items-baseline gap-2">
    <dt className="text-ink-2">{name}</dt>
    <dd className="font-semibold tabular-nums">{children}</dd>
  </div>
);
