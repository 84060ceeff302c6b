import { Failure } from '../../portal/api/failure';
import { date, money, number } from '../../ui/format';
import { useMemberBalancesQuery } from '../../portal/fees/fees.api';

interface Props {
  memberId: string;
  assetId: string | null;
  onChange: (assetId: string | null) => void;
}

/** What the member has in each investment, to choose from. A single one needs no choice, unless another one was compared before. */
export function MemberInvestments({ memberId, assetId, onChange }: Props) {
  const { currentData, error, isError } = useMemberBalancesQuery(memberId);
  if (isError)
    return (
      <Failure error={error} otherwise="The balances of this member did not load. Please choose the member again." />
    );
  if (currentData === undefined) return <p className="text-sm text-ink-3">Balances are read…</p>;
  const { assetBalances, balance, asAt } = currentData;
  if (assetBalances.length === 0)
    return <p className="text-base text-ink-2">No balance of this member in any investment is known.</p>;
  const several = assetBalances.length > 1;
  const isGone = assetId !== null && assetBalances.every((one) => one.assetId !== assetId);
  const options = [
    ...assetBalances.map((one) => ({ id: one.assetId as string | null, name: one.asset, balance: one.balance })),
    ...(several ? [{ id: null, name: 'Everything together', balance }] : []),
  ];
  return (
    <fieldset>
      <legend className="mb-1 text-base font-semibold">Investment</legend>
      <div className="overflow-hidden rounded-md border border-line-strong">
        {options.map((one) => (
          <label
            key={one.id ?? 'all'}
            className="flex min-h-10 items-center gap-2.5 border-t px-3 py-2 text-base first:border-t-0 has-checked:bg-brand-soft has-checked:font-semibold pointer-coarse:min-h-11"
          >
            {(several || isGone) && (
              <input
                type="radio"
                name="investment"
                className="accent-brand"
                checked={assetId === one.id}
                onChange={() => onChange(one.id)}
              />
            )}
            <span className="min-w-0 flex-1 wrap-anywhere">{one.name}</span>
            <span className="tnum">{money(one.balance)}</span>
          </label>
        ))}
      </div>
      {asAt !== null && (
        <p className="mt-1 text-sm text-ink-3">
          Balances of {date(asAt)}
          {several && `, ${number(assetBalances.length)} investments`}
        </p>
      )}
    </fieldset>
  );
}
