import type { InsuredMember } from '@superscope/contracts/insurance-calculation';
import { Cell, Part, ResultTable, Row } from '../calculator/result-parts';
import { date, money, trimmedMoney } from '../../ui/format';

export type Insured = Pick<InsuredMember, 'asAt' | 'currentInsurance'>;

/** The sum of a member's premiums a month; null if none is known. */
export function premiumNow({ currentInsurance }: Pick<Insured, 'currentInsurance'>): number | null {
  const { deathPremium, tpdPremium, sciPremium } = currentInsurance;
  const known = [deathPremium, tpdPremium, sciPremium].filter((premium) => premium !== null);
  return known.length === 0 ? null : Math.round(known.reduce((sum, premium) => sum + premium * 100, 0)) / 100;
}

/** What the member is insured for now. A year's premium is twelve times a month's. */
export function CoverNow({ of, className = '' }: { of: Insured; className?: string }) {
  const { asAt, currentInsurance: now } = of;
  const together = premiumNow(of);
  const rows: [string, number | null, number | null][] = [
    ['Death', now.deathCover, now.deathPremium],
    ['TPD', now.tpdCover, now.tpdPremium],
    ['SCI, monthly', now.sciCover, now.sciPremium],
  ];
  return (
    <Part
      title="Cover now"
      note={asAt === null ? 'No snapshot is known' : `Snapshot of ${date(asAt)}`}
      className={className}
    >
      <ResultTable heads={['Cover', 'Amount', 'A month', 'A year']}>
        <tbody>
          {rows.map(([name, cover, premium]) => (
            <Row key={name} name={name}>
              <Cell>{cover === null ? 'not known' : trimmedMoney(cover)}</Cell>
              <Cell>{premium === null ? 'not known' : money(premium)}</Cell>
              <Cell>{premium === null ? '' : money(premium * 12)}</Cell>
            </Row>
          ))}
          {together !== null && (
            <Row as="total" name="Together">
              <Cell />
              <Cell>{money(together)}</Cell>
              <Cell>{money(together * 12)}</Cell>
            </Row>
          )}
        </tbody>
      </ResultTable>
    </Part>
  );
}
