import type { QuotationDocument } from '@superscope/contracts/insurance-calculation';
import { DocumentSheet } from '../../portal/page-file/document-sheet';
import { date, trimmedMoney } from '../../ui/format';
import { CoverNeed } from '../../portal/insurance/cover-need';
import { QuotationResult } from '../../portal/insurance/quotation-result';

/** A quotation as a document: what was asked, and what it found. */
export const QuotationDocumentPage = () => (
  <DocumentSheet<QuotationDocument>
    title="Insurance calculation"
    who={({ memberName, companyName }) => `${memberName}, ${companyName}`}
    madeAt={({ madeAt }) => madeAt}
  >
    {({ quotation, need, now, memberName, categoryName, salary, state }) => (
      <>
        <dl className="my-4 grid grid-cols-3 gap-x-4 gap-y-2">
          <Fact name="Plan">{quotation.planName}</Fact>
          <Fact name="Plan category">{categoryName}</Fact>
          <Fact name="Calculated at">{date(quotation.calculationDate)}</Fact>
          <Fact name="Salary a year">{trimmedMoney(salary)}</Fact>
          <Fact name="Collar rating">{quotation.occupationGroup}</Fact>
          <Fact name="State">{state ?? 'Not given'}</Fact>
        </dl>
        <QuotationResult of={quotation} now={now} who={memberName} dimmed={false} />
        {need !== null && <CoverNeed of={need} dimmed={false} />}
      </>
    )}
  </DocumentSheet>
);

const Fact = ({ name, children }: { name: string; children: string }) => (
  <div>
    <dt className="text-ink-3">{name}</dt>
    <dd className="font-semibold">{children}</dd>
  </div>
);
