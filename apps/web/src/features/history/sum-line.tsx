import type { AsOfSum } from '@superscope/contracts/as-of-views';
import { Check, Copy } from 'lucide-react';
import { shortDigest } from '../../portal/as-of/short-digest';
import { number } from '../../ui/format';
import { IconButton } from '../../ui/icon-button';
import { DataTable } from '../../ui/data-table';
import { useCopied } from '../../ui/use-copied';

/** The position, event count and digest of a view or a replay, and its duration. */
export function SumLine({ sum, tookMs }: { sum: AsOfSum; tookMs: number | null }) {
  const [copied, copy] = useCopied();
  const isCopied = copied === sum.digest;
  return (
    <>
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
              label={isCopied ? 'Digest copied' : 'Copy the digest'}
              icon={isCopied ? Check : Copy}
              onClick={() => copy(sum.digest)}
            />
          </dd>
        </div>
        {tookMs !== null && <Fact name="Took">{`${number(tookMs / 1000, 1)} s`}</Fact>}
      </dl>
      <Models models={sum.models} />
    </>
  );
}

/** The digests of the models, from which the overall digest is computed. */
const Models = ({ models }: { models: AsOfSum['models'] }) => (
  <details className="mt-1.5 text-sm">
    <summary className="inline-block cursor-pointer font-medium text-ink-2">
      <span>Digests by table</span>, {number(models.length)}
    </summary>
    <DataTable
      label="Digests by table"
      look="figures"
      rows={models}
      idOf={({ model }) => model}
      columns={[
        { head: 'Table', names: true, cell: ({ model }) => model },
        { head: 'Rows', right: true, cell: ({ rows }) => number(rows) },
        { head: 'Digest', right: true, cell: ({ digest }) => digest, className: 'font-mono text-sm' },
      ]}
      className="mt-1.5"
    />
  </details>
);

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div className="flex items-baseline gap-2">
    <dt className="text-ink-2">{name}</dt>
    <dd className="font-semibold tabular-nums">{children}</dd>
  </div>
);
