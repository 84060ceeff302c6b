import type { ConsultationContent as Content } from '@superscope/contracts/consultation';
import type { ReactNode } from 'react';
import { BenefitResult } from '../../portal/fees/benefit-result';
import { ComparisonResult } from '../../portal/fees/comparison-result';
import { CoverNeed } from '../../portal/insurance/cover-need';
import { QuotationResult } from '../../portal/insurance/quotation-result';
import { MessageBox } from '../../ui/message-box';
import { AsfaPart } from './asfa-part';
import { GroundsPart } from './grounds-part';
import { TypedPart } from './typed-part';

/** All that a consultation says, on its page and in its file. */
export function ConsultationContent({ of, onPaper = false }: { of: Content; onPaper?: boolean }) {
  const { fees, cover, asfa, member } = of;
  return (
    <>
      {fees !== null && (
        <Chapter title="Fees and net benefit">
          <ComparisonResult of={fees.comparison} dimmed={false} recordedOf={null} />
          <BenefitResult of={fees.netBenefit} onPaper={onPaper} />
        </Chapter>
      )}
      {cover !== null && (
        <Chapter title="Cover and need">
          {cover.quotation === null ? (
            <MessageBox tone="attention" stays>
              <b className="font-semibold">There is no quotation.</b> {cover.noQuotation}
            </MessageBox>
          ) : (
            <QuotationResult of={cover.quotation} now={cover.now} who={member.name} dimmed={false} />
          )}
          <CoverNeed of={cover.need} dimmed={false} />
          <TypedPart of={cover} />
        </Chapter>
      )}
      {asfa !== null && (
        <Chapter title="Retirement standard">
          <AsfaPart known={asfa.known} />
        </Chapter>
      )}
      <Chapter title="Grounds">
        <GroundsPart of={of} />
      </Chapter>
    </>
  );
}

const Chapter = ({ title, children }: { title: string; children: ReactNode }) => (
  <section aria-label={title} className="mt-6 first:mt-0">
    <h2 className="mb-3 text-lg font-semibold">{title}</h2>
    {children}
  </section>
);
