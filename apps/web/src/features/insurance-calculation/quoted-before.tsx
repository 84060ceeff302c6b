import type { EarlierQuotation } from '@superscope/contracts/insurance-calculation';
import { EarlierRun } from '../../portal/calculator/earlier-run';
import { quotedText } from '../../portal/insurance/insurance-text';
import { date, money } from '../../ui/format';

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
          name={quotedText(quotation)}
          note={`${date(quotation.at)}, calculated at ${date(quotation.calculationDate)}`}
          figure={`${money(quotation.monthlyPremiumTotal)} a month`}
          onChoose={() => onChoose(quotation)}
        />
      ))}
    </ul>
  </section>
);
