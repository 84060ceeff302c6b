import type { EarlierQuotation } from '@superscope/contracts/insurance-calculation';
import { EarlierRun } from '../../portal/calculator/earlier-run';
import { date, money, trimmedMoney } from '../../ui/format';

interface Props {
  quotations: readonly EarlierQuotation[];
  onChoose: (quotation: EarlierQuotation) => void;
}

/** Quotations that were made for the member before. Choosing one fills the form with what was asked then. */
export const QuotedBefore = ({ quotations, onChoose }: Props) => (
  <section aria-label="Quoted before" className="card mt-4 overflow-hidden">
    <h2 className="px-5 pb-2 pt-4 text-md font-semibold">Quoted before</h2>
    <ul>
      {quotations.map((quotation) => (
        <EarlierRun
          key={quotation.at}
          name={askedText(quotation)}
          note={`${date(quotation.at)}, calculated at ${date(quotation.calculationDate)}`}
          figure={`${money(quotation.monthlyPremiumTotal)} a month`}
          onChoose={() => onChoose(quotation)}
        />
      ))}
    </ul>
  </section>
);

/** 'Default and death $300,000' */
function askedText({ voluntaryDeathCover, voluntaryTpdCover, voluntarySciCover }: EarlierQuotation): string {
  const voluntary = [
    voluntaryDeathCover !== null && `death ${trimmedMoney(voluntaryDeathCover)}`,
    voluntaryTpdCover !== null && `TPD ${trimmedMoney(voluntaryTpdCover)}`,
    voluntarySciCover !== null && `SCI ${trimmedMoney(voluntarySciCover)}`,
  ].filter((part) => part !== false);
  return voluntary.length === 0 ? 'Default' : `Default and ${voluntary.join(', ')}`;
}
