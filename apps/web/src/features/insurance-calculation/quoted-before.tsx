import type { EarlierQuotation } from '@superscope/contracts/insurance-calculation';
import { ChevronRight } from 'lucide-react';
import { date } from '../../ui/format';
import { amount, money } from './insurance-text';

interface Props {
  quotations: readonly EarlierQuotation[];
  onChoose: (quotation: EarlierQuotation) => void;
}

/** Quotations that were made for the member before. Choosing one fills the form with what was asked then. */
export const QuotedBefore = ({ quotations, onChoose }: Props) => (
  <section aria-label="Quoted before" className="card mt-4 overflow-hidden">
    <h2 className="px-5 pb-2 pt-4 text-md font-semibold">Quoted before</h2>
    <ul className="text-base">
      {quotations.map((quotation) => (
        <li key={quotation.at} className="border-t">
          <button
            type="button"
            onClick={() => onChoose(quotation)}
            className="settle flex min-h-11 w-full items-center gap-3 px-5 py-2.5 text-left hover:bg-hover"
          >
            <span className="min-w-0 flex-1">
              {askedText(quotation)}
              <span className="block text-sm text-ink-3">{date(quotation.at)}</span>
            </span>
            <span className="tnum font-semibold">{money(quotation.monthlyPremiumTotal)} a month</span>
            <ChevronRight size={16} className="shrink-0 text-ink-3" aria-hidden />
          </button>
        </li>
      ))}
    </ul>
  </section>
);

/** 'Default and death $300,000' */
function askedText({ voluntaryDeathCover, voluntaryTpdCover, voluntarySciCover }: EarlierQuotation): string {
  const voluntary = [
    voluntaryDeathCover !== null && `death ${amount(voluntaryDeathCover)}`,
    voluntaryTpdCover !== null && `TPD ${amount(voluntaryTpdCover)}`,
    voluntarySciCover !== null && `SCI ${amount(voluntarySciCover)}`,
  ].filter((part) => part !== false);
  return voluntary.length === 0 ? 'Default' : `Default and ${voluntary.join(', ')}`;
}
