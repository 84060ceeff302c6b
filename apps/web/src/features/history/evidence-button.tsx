import { FileCheck } from 'lucide-react';
import { MadeFileButton } from '../../portal/work/made-file-button';

/** The view, its figures, digests and proof as a dated document for one audience: the employer’s view, or exact figures. */
export const EvidenceButton = ({ viewId, exact = false }: { viewId: string; exact?: boolean }) => (
  <MadeFileButton
    asked={exact ? { kind: 'evidence', viewId, audience: 'staff' } : { kind: 'evidence', viewId }}
    what="The evidence"
    icon={FileCheck}
    className="basis-full empty:hidden"
  >
    {exact ? 'Evidence with exact figures, PDF' : 'Evidence, PDF'}
  </MadeFileButton>
);
