import { FileCheck } from 'lucide-react';
import { MadeFileButton } from '../../portal/work/made-file-button';

/** The view, its digests and its proof as a dated document. */
export const EvidenceButton = ({ viewId }: { viewId: string }) => (
  <MadeFileButton
    asked={{ kind: 'evidence', viewId }}
    what="The evidence"
    icon={FileCheck}
    className="basis-full empty:hidden"
  >
    Evidence, PDF
  </MadeFileButton>
);
