import type { FeeComparisonDocument } from '@superscope/contracts/fee-comparison';
import { DocumentSheet } from '../../portal/page-file/document-sheet';
import { ComparisonResult } from '../../portal/fees/comparison-result';

/** A comparison of fees as a document. */
export const ComparisonDocumentPage = () => (
  <DocumentSheet<FeeComparisonDocument>
    title="Fee comparison"
    who={({ memberName }) => memberName}
    madeAt={({ madeAt }) => madeAt}
  >
    {({ comparison }) => (
      <div className="mt-4">
        <ComparisonResult of={comparison} dimmed={false} recordedOf={null} />
      </div>
    )}
  </DocumentSheet>
);
