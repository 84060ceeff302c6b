import type { ComparedFee, FeeComparison } from '@superscope/contracts/fee-comparison';
import type { ReactNode } from 'react';
import { Part } from '../calculator/result-parts';
import { cx } from '../../ui/class-names';
import { date, money } from '../../ui/format';
import { activityText, atLeast, percentText, plain, termsText } from './fee-text';
import { SideName } from './side-mark';

/** Both sides' fees a year, group by group. */
export function FeesTable({ of }: { of: FeeComparison }) {
  const { assetFeesA: a, assetFeesB: b, difference } = of;
  const dates = [
    of.a.feesFrom !== null && `Fees of A from ${date(of.a.feesFrom)}`,
    of.b.feesFrom !== null && `${of.a.feesFrom === null ? 'Fees of' : 'of'} B from ${date(of.b.feesFrom)}`,
  ].filter(Boolean);
  return (
    <Part
      title="Fees a year"
      note={`On ${money(of.balance)}, as at ${date(of.feesAsAt)}`}
      right={<span className="text-sm text-ink-3">{dates.join(', ')}</span>}
    >
      <div className="overflow-x-auto">
        <table className="tnum w-full text-base">
          <thead className="bg-sunken text-sm">
            <tr>
              <Head first>Fee</Head>
              <Head>
                <SideName side="A" name={of.a.name} className="max-sm:sr-only" />
              </Head>
              <Head>
                <SideName side="B" name={of.b.name} className="max-sm:sr-only" />
              </Head>
              <Head>A − B, $</Head>
            </tr>
          </thead>
          <Group
            name="Administration fees and costs"
            group="ADMIN"
            fees={of.adminFees}
            of={of}
            total={(side) => side.adminFeeTotalDollars}
            before={(side) => side.withoutLimit?.adminFeeTotalDollars ?? null}
          />
          <Group
            name="Investment fees and costs"
            group="INVESTMENT"
            fees={of.investmentFees}
            of={of}
            total={(side) => side.investmentFeeTotalDollars}
            before={(side) => side.withoutLimit?.investmentFeeTotalDollars ?? null}
          />
          <Group
            name="Transaction costs"
            group="TRANSACTION"
            fees={of.transactionFees}
            of={of}
            total={(side) => side.transactionFeeTotalDollars}
            before={() => null}
          />
          <tbody>
            <tr className="border-t-2 border-line-strong/60 font-semibold">
              <th scope="row" className="py-2 pl-5 text-left align-top text-md">
                Total a year
                {noTransaction(of) !== null && (
                  <span className="block text-sm font-normal text-ink-3">{noTransaction(of)}</span>
                )}
              </th>
              <Total side={a} missing={of.a.missing} />
              <Total side={b} missing={of.b.missing} />
              <Cell>
                {difference === null ? '' : plain(difference.dollars)}
                {difference !== null && <Note whole>{percentText(difference.percent)}</Note>}
              </Cell>
            </tr>
          </tbody>
          {of.activityFees.length > 0 && (
            <tbody>
              <tr className="border-t">
                <th
                  scope="rowgroup"
                  colSpan={4}
                  className="bg-sunken px-5 py-2 text-left text-sm font-semibold text-ink-2"
                >
                  Only when it happens, not in the total
                </th>
              </tr>
              {of.activityFees.map((fee, at) => (
                // Fees of different activities may have the same name.
                <tr key={at} className="border-t">
                  <RowHead>{fee.name}</RowHead>
                  <Cell>{a === null ? 'not known' : activityOf(fee, 'A')}</Cell>
                  <Cell>{b === null ? 'not known' : activityOf(fee, 'B')}</Cell>
                  <Cell />
                </tr>
              ))}
            </tbody>
          )}
        </table>
      </div>
    </Part>
  );
}

const activityOf = ({ termsA, termsB, missing }: FeeComparison['activityFees'][number], side: 'A' | 'B'): string =>
  missing.includes(side) ? NOT_PUBLISHED : activityText(side === 'A' ? termsA : termsB);

/** Which total is one of administration and investment only. */
function noTransaction({ assetFeesA: a, assetFeesB: b }: FeeComparison): string | null {
  const sides = [a?.transactionFeeTotalDollars === null && 'A', b?.transactionFeeTotalDollars === null && 'B'].filter(
    Boolean,
  );
  return sides.length === 0 ? null : `No transaction costs of ${sides.join(' and ')} are known`;
}

type Side = NonNullable<FeeComparison['assetFeesA']>;

type Missing = FeeComparison['a']['missing'];

interface GroupProps {
  name: string;
  group: Missing[number]['group'];
  fees: readonly ComparedFee[];
  of: FeeComparison;
  total: (side: Side) => number | null;
  /** The total without the limit of small balances, if it changed it. */
  before: (side: Side) => number | null;
}

function Group({ name, group, fees, of, total, before }: GroupProps) {
  const { assetFeesA: a, assetFeesB: b } = of;
  const ofA = gapOf(of.a, group);
  const ofB = gapOf(of.b, group);
  if (fees.length === 0 && ofA === null && ofB === null) return null;
  const limited = [a, b].some((side) => side !== null && before(side) !== null);
  const both = a !== null && b !== null && ofA === null && ofB === null;
  return (
    <tbody>
      <tr className="border-t">
        <th scope="rowgroup" colSpan={4} className="px-5 pb-0.5 pt-3 text-left text-sm font-semibold text-ink-3">
          {name}
        </th>
      </tr>
      {fees.length === 0 && (
        <tr>
          <RowHead>{WORDS[group]}</RowHead>
          <Amount known={a !== null} dollars={null} terms="" gap={ofA} />
          <Amount known={b !== null} dollars={null} terms="" gap={ofB} />
          <Cell />
        </tr>
      )}
      {fees.map((fee) => (
        <tr key={fee.name}>
          <RowHead>{fee.name}</RowHead>
          <Amount known={a !== null} dollars={fee.amountA} terms={termsText(fee.termsA)} gap={ofA} />
          <Amount known={b !== null} dollars={fee.amountB} terms={termsText(fee.termsB)} gap={ofB} />
          <Cell>{both ? plain((fee.amountA ?? 0) - (fee.amountB ?? 0)) : ''}</Cell>
        </tr>
      ))}
      {(fees.length > 1 || limited) && (
        <tr>
          <RowHead>{limited ? 'Together, at most 3 %' : 'Together'}</RowHead>
          <Together side={a} total={total} before={before} gap={ofA} />
          <Together side={b} total={total} before={before} gap={ofB} />
          <Cell strong>{both ? plain((total(a) ?? 0) - (total(b) ?? 0)) : ''}</Cell>
        </tr>
      )}
    </tbody>
  );
}

const NOT_PUBLISHED = 'not published';

const WORDS = {
  ADMIN: 'Administration fee',
  INVESTMENT: 'Investment fee',
  TRANSACTION: 'Transaction costs',
} as const satisfies Record<GroupProps['group'], string>;

/** The options of a side that no fee of a kind is published for, in one text; null where there is none. */
function gapOf({ missing }: FeeComparison['a'], group: GroupProps['group']): string | null {
  const found = missing.find((each) => each.group === group);
  return found === undefined ? null : found.options.join(', ');
}

interface TogetherProps extends Pick<GroupProps, 'total' | 'before'> {
  side: Side | null;
  gap: string | null;
}

const Together = ({ side, total, before, gap }: TogetherProps) => {
  const without = side && before(side);
  const known = side && total(side);
  return (
    <Cell strong>
      {without !== null && <s className="mr-2 font-normal text-ink-3 max-sm:mr-0 max-sm:block">{money(without)}</s>}
      {side !== null && (gap === null ? money(known ?? 0) : known ? atLeast(money(known)) : NOT_PUBLISHED)}
    </Cell>
  );
};

interface AmountProps {
  known: boolean;
  dollars: number | null;
  terms: string;
  /** The options of the side that no fee of this kind is published for. */
  gap: string | null;
}

function Amount({ known, dollars, terms, gap }: AmountProps) {
  if (dollars === null) return <Cell quiet>{!known ? 'not known' : gap === null ? 'none' : NOT_PUBLISHED}</Cell>;
  return (
    <Cell>
      {gap === null ? money(dollars) : atLeast(money(dollars))}
      {terms !== '' && <Note>{terms}</Note>}
      {gap !== null && (
        <Note>
          {NOT_PUBLISHED} for {gap}
        </Note>
      )}
    </Cell>
  );
}

const Total = ({ side, missing }: { side: Side | null; missing: Missing }) =>
  side === null ? (
    <Cell quiet>not known</Cell>
  ) : (
    <Cell>
      <span className="text-md">
        {missing.length === 0 ? money(side.feeTotalDollars) : atLeast(money(side.feeTotalDollars))}
      </span>
      <Note whole>
        {missing.length === 0 ? percentText(side.effectivePercent) : atLeast(percentText(side.effectivePercent))}
      </Note>
    </Cell>
  );

const Note = ({ children, whole = false }: { children: ReactNode; whole?: boolean }) => (
  <span className={cx('block text-sm font-normal text-ink-3', whole && 'whitespace-nowrap')}>{children}</span>
);

const Head = ({ first = false, children }: { first?: boolean; children: ReactNode }) => (
  <th
    scope="col"
    className={cx('py-2 font-semibold text-ink-2', first ? 'pl-5 text-left' : 'pl-3 pr-3 text-right last:pr-5')}
  >
    {children}
  </th>
);

const RowHead = ({ children }: { children: ReactNode }) => (
  <th scope="row" className="py-1.5 pl-5 text-left align-top font-normal">
    {children}
  </th>
);

const Cell = ({
  strong = false,
  quiet = false,
  children,
}: {
  strong?: boolean;
  quiet?: boolean;
  children?: ReactNode;
}) => (
  <td className={cx('px-3 py-1.5 text-right align-top last:pr-5', strong && 'font-semibold', quiet && 'text-ink-3')}>
    {children}
  </td>
);
