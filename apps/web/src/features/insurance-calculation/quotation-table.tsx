import type { InsuranceQuotation, PremiumLineAnswer } from '@superscope/contracts/insurance-calculation';
import type { ReactNode } from 'react';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { number } from '../../ui/format';
import { COVERS, coverText, money } from './insurance-text';

/** Default cover, voluntary cover if there is any, and the premium of both. */
export function QuotationTable({ of }: { of: InsuranceQuotation }) {
  return (
    <section aria-label="Indicative quotation" className="card mt-4 overflow-hidden">
      <div className="px-5 pb-3 pt-4">
        <CardHead
          title="Indicative quotation"
          note="Rate a year for each $1,000 of cover; for salary continuance, of yearly benefit"
        />
      </div>
      <table className="tnum w-full text-base">
        <thead className="bg-sunken text-sm">
          <tr>
            <Head first>Cover</Head>
            <Head wide>Amount</Head>
            <Head wide>Rate</Head>
            <Head>A year</Head>
            <Head>A month</Head>
          </tr>
        </thead>
        <tbody>
          <GroupName>Default cover of the category</GroupName>
          {of.default.length === 0 && (
            <tr>
              <td colSpan={5} className="px-5 py-2 text-ink-2">
                The category has none.
              </td>
            </tr>
          )}
          <Lines lines={of.default} />
          <Sum name="Default together" year={of.defaultPremiumTotal} month={of.defaultMonthlyPremiumTotal} />
        </tbody>
        {of.voluntary.length > 0 && (
          <tbody>
            <GroupName>Voluntary cover</GroupName>
            <Lines lines={of.voluntary} />
            <Sum name="Voluntary together" year={of.voluntaryPremiumTotal} month={of.voluntaryMonthlyPremiumTotal} />
          </tbody>
        )}
        {of.voluntary.length > 0 && (
          <tbody>
            <Sum whole name="Premium together" year={of.premiumTotal} month={of.monthlyPremiumTotal} />
          </tbody>
        )}
      </table>
    </section>
  );
}

const Lines = ({ lines }: { lines: readonly PremiumLineAnswer[] }) =>
  lines.map((line) => (
    <tr key={line.type} className="border-t">
      <th scope="row" className="py-2 pl-5 text-left align-top font-normal">
        {COVERS[line.type]}
        <span className="block text-sm text-ink-3 sm:hidden">
          {coverText(line)} at {number(line.rate, 2)}
        </span>
      </th>
      <Cell wide>{coverText(line)}</Cell>
      <Cell wide>{number(line.rate, 2)}</Cell>
      <Cell>{money(line.annualPremium)}</Cell>
      <Cell>{money(line.monthlyPremium)}</Cell>
    </tr>
  ));

interface SumProps {
  name: string;
  year: number;
  month: number;
  whole?: boolean;
}

const Sum = ({ name, year, month, whole = false }: SumProps) => (
  <tr className={cx('border-t font-semibold', whole && 'border-t-2 border-line-strong/60 text-md')}>
    <th scope="row" className="py-2 pl-5 text-left font-semibold">
      {name}
    </th>
    <Cell wide />
    <Cell wide />
    <Cell>{money(year)}</Cell>
    <Cell>{money(month)}</Cell>
  </tr>
);

const GroupName = ({ children }: { children: string }) => (
  <tr className="border-t">
    <th scope="rowgroup" colSpan={5} className="px-5 pb-1 pt-3 text-left text-sm font-semibold text-ink-3">
      {children}
    </th>
  </tr>
);

const Head = ({ first = false, wide = false, children }: { first?: boolean; wide?: boolean; children: string }) => (
  <th
    scope="col"
    className={cx(
      'py-2 font-semibold text-ink-2',
      first ? 'pl-5 text-left' : 'px-2 text-right last:pr-5 sm:px-3',
      wide && 'max-sm:hidden',
    )}
  >
    {children}
  </th>
);

const Cell = ({ wide = false, children }: { wide?: boolean; children?: ReactNode }) => (
  <td className={cx('px-2 py-2 text-right align-top last:pr-5 sm:px-3', wide && 'max-sm:hidden')}>{children}</td>
);
