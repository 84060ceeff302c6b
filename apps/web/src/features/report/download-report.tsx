import type { Plan } from '@superscope/contracts/plan';
import { Download } from 'lucide-react';
import type { PeriodKey } from '../../portal/period/period';
import { MadeFileButton } from '../../portal/work/made-file-button';

interface Props {
  plan: Plan;
  period: PeriodKey;
}

/** The report as a PDF that the server makes of this page. */
export const DownloadReport = ({ plan: { id }, period }: Props) => (
  <div className="flex flex-col items-start xl:items-end">
    <MadeFileButton
      asked={{ kind: 'pcmReport', planId: id, period }}
      what="The report"
      icon={Download}
      kind="primary"
      className="max-w-sm pt-1.5 empty:hidden"
    >
      Download PDF
    </MadeFileButton>
  </div>
);
