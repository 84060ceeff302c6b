import type {
  AdviceDocument,
  AdvisedMember,
  InsuranceAdvice,
  InvestmentAdvice,
} from '@superscope/contracts/member-advice';
import { DocumentSheet } from '../../portal/page-file/document-sheet';
import { whoText } from './advice-text';
import { InsuranceAdviceBody } from './insurance-advice-body';
import { InvestmentAdviceBody } from './investment-advice-body';

const who = ({ advice }: AdviceDocument<{ member: AdvisedMember }>) => whoText(advice.member);

/** An insurance advice as a document. */
export const InsuranceAdviceDocumentPage = () => (
  <DocumentSheet<AdviceDocument<InsuranceAdvice>> title="Insurance advice" who={who} madeAt={({ madeAt }) => madeAt}>
    {({ advice }) => (
      <div className="mt-4">
        <InsuranceAdviceBody of={advice} />
      </div>
    )}
  </DocumentSheet>
);

/** An investment advice as a document. */
export const InvestmentAdviceDocumentPage = () => (
  <DocumentSheet<AdviceDocument<InvestmentAdvice>> title="Investment advice" who={who} madeAt={({ madeAt }) => madeAt}>
    {({ advice }) => (
      <div className="mt-4">
        <InvestmentAdviceBody of={advice} />
      </div>
    )}
  </DocumentSheet>
);
