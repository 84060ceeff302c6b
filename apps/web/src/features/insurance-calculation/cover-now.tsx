import type { InsuredMember } from '@superscope/contracts/insurance-calculation';
import { CardHead } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { date } from '../../ui/format';
import { amount, money } from './insurance-text';

export type Insured = Pick<InsuredMember, 'asAt' | 'currentInsurance'>;

/** The sum of a member's premiums a month; null if none is known. */
export function premiumNow({ currentInsurance }: Pick<Insured, 'currentInsurance'>): number | null {
  const { deathPremium, tpdPremium, sciPremium } = currentInsurance;
  const known = [deathPremium, tpdPremium, sciPremium].filter((premium) => premium !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, premium) => sum + premium * 100, 0)) / 100;
}

/** What the member is insured for now. A year's premium is twelve times a month's. */
export function CoverNow({ of }: { of: Insured }) {
  const { asAt, currentInsurance: now } = of;
  const together = premiumNow(of);
  const rows: [string, number | null, number | null][] = [
    ['Death', now.deathCover, now.deathPremium],
    ['TPD', now.tpdCover, now.tpdPremium],
    ['SCI, monthly', now.sciCover, now.sciPremium],
  ];
  return (
    <section aria-label="Cover now" className="card overflow-hidden">
      <div className="px-5 pb-3 pt-4">
        <CardHead title="Cover now" note={asAt === null ? 'No snapshot is known' : `Snapshot of ${date(asAt)}`} />
      </div>
      <table className="tnum w-full text-base">
        <thead className="bg-sunken text-sm">
          <tr>
            <Head first>Cover</Head>
            <Head>Amount</Head>
            <Head>A month</Head>
            <Head>A year</Head>
          </tr>
        </thead>
        <tbody>
          {rows.map(([name, cover, premium]) => (
            <tr key={name} className="border-t">
              <th scope="row" className="py-2 pl-5 text-left font-normal">
                {name}
              </th>
              <Cell>{cover === null ? 'not known' : amount(cover)}</Cell>
              <Cell>{premium === null ? 'not known' : money(premium)}</Cell>
              <Cell>{premium === null ? '' : money(premium * 12)}</Cell>
            </tr>
          ))}
          {together !== null && (
            <tr className="border-t-2 border-line-strong/60 font-semibold">
              <th scope="row" className="py-2 pl-5 text-left font-semibold">
                Together
              </th>
              <Cell />
              <Cell>{money(together)}</Cell>
              <Cell>{money(together * 12)}</Cell>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

const Head = ({ first = false, children }: { first?: boolean; children: string }) => (
  <th
    scope="col"
    className={cx('py-2 font-semibold text-ink-2', first ? 'pl-5 text-left' : 'px-2 text-right last:pr-5 sm:px-3')}
  >
    {children}
  </th>
);

const Cell = ({ children }: { children?: string }) => (
  <td className="px-2 py-2 text-right last:pr-5 sm:px-3">{children}</td>
);
