import type { MemberBalances, PastComparisons } from '@superscope/contracts/fee-comparison';
import type { MemberOverview } from '@superscope/contracts/member-overview';
import { Scale } from 'lucide-react';
import { useMemberBalancesQuery, usePastComparisonsQuery } from '../../portal/fees/fees.api';
import { QueryStates } from '../../portal/records/query-states';
import { CardHead } from '../../ui/card';
import { date, dateTime, money, number } from '../../ui/format';
import { EmptyState } from '../../ui/states';
import { LinkButton } from '../../ui/link-button';

/** What the member has in each investment, and what was compared for them before. */
export function FeesTab({ member }: { member: MemberOverview }) {
  const balances = useMemberBalancesQuery(member.id);
  const compared = usePastComparisonsQuery(member.id);
  return (
    <div className="grid grid-cols-1 items-start gap-4 lg:grid-cols-2">
      <section aria-label="Investments" className="card overflow-hidden">
        <QueryStates query={balances} what="The balances" className="min-h-40 p-5">
          {(answer) => <Investments of={answer} />}
        </QueryStates>
      </section>
      <section aria-label="Compared before" className="card overflow-hidden">
        <QueryStates query={compared} what="The comparisons" className="min-h-40 p-5">
          {(answer) => <Compared of={answer} member={member} />}
        </QueryStates>
      </section>
    </div>
  );
}

const Investments = ({ of: { asAt, assetBalances, balance } }: { of: MemberBalances }) => (
  <>
    <div className="px-5 py-4">
      <CardHead title="Investments" note={asAt === null ? 'No balance is known' : `Balances of ${date(asAt)}`} />
    </div>
    <dl>
      {assetBalances.map(({ assetId, asset, balance: held }) => (
        <div key={assetId} className="flex gap-3 border-t px-5 py-2.5 text-base">
          <dt className="min-w-0 flex-1 wrap-anywhere">
            {asset}
            {balance > 0 && <span className="ml-2 text-sm text-ink-3">{number((100 * held) / balance, 1)} %</span>}
          </dt>
          <dd className="tnum font-semibold">{money(held)}</dd>
        </div>
      ))}
      {assetBalances.length > 1 && (
        <div className="flex gap-3 border-t-2 px-5 py-2.5 text-base font-semibold">
          <dt className="flex-1">Together</dt>
          <dd className="tnum">{money(balance)}</dd>
        </div>
      )}
    </dl>
  </>
);

const Compared = ({ of, member }: { of: PastComparisons; member: MemberOverview }) => (
  <>
    <div className="px-5 py-4">
      <CardHead
        title="Compared before"
        note="The ten newest, as they were found"
        stacks
        right={
          member.leftOn === null && (
            <LinkButton icon={Scale} to={`/staff/feeComparison?member=${encodeURIComponent(member.id)}`}>
              Compare fees
            </LinkButton>
          )
        }
      />
    </div>
    {of.length === 0 ? (
      <EmptyState icon={Scale} title="Nothing was compared yet" className="min-h-40" />
    ) : (
      <ul>
        {of.map(({ at, feesAsAt, a, b, difference }) => (
          <li key={`${at} ${b.name}`} className="flex items-start gap-3 border-t px-5 py-2.5 text-base">
            <span className="min-w-0 flex-1 wrap-anywhere">
              {a.name} with {b.name}
              {b.platform !== null && ` of ${b.platform.name}`}
              <span className="block text-sm text-ink-3">
                {dateTime(at)}, fees of {date(feesAsAt)}
              </span>
            </span>
            <b className="tnum whitespace-nowrap font-semibold">{differenceText(difference)}</b>
          </li>
        ))}
      </ul>
    )}
  </>
);

/** Of B against A, in a year. */
function differenceText(difference: number | null): string {
  if (difference === null) return 'not known';
  if (difference === 0) return 'the same';
  return `${money(Math.abs(difference))} ${difference > 0 ? 'less' : 'more'} a year`;
}
