import { PlainHeader } from '../../portal/page-header/plain-header';
import { CheckReport } from '../../portal/report-check/check-report';
import { useReportCheck } from '../../portal/report-check/use-report-check';
import { usePageTitle } from '../../ui/use-page-title';

export function CheckReportPage() {
  usePageTitle('Check a report');
  const check = useReportCheck();
  return (
    <>
      <PlainHeader
        title="Check a report"
        note="Was it made here, is it unchanged, and are its figures what the events say?"
      />
      <CheckReport of={check} />
    </>
  );
}
