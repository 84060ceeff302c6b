import { useEffect, useRef } from 'react';
import { useSearchParams } from 'react-router';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { CheckReport } from '../../portal/report-check/check-report';
import { useReportCheck } from '../../portal/report-check/use-report-check';
import { useMay } from '../../portal/user/use-may';
import { usePageTitle } from '../../ui/use-page-title';

export function CheckReportPage() {
  usePageTitle('Check a report');
  const check = useReportCheck();
  const [query] = useSearchParams();
  const code = query.get('code');
  const taken = useRef<string | null>(null);
  // An address with a code checks it at once.
  useEffect(() => {
    if (code === null || taken.current === code) return;
    taken.current = code;
    check.takeCode(code);
  }, [code, check]);
  const mayKnow = useMay('reports.check-fully');
  return (
    <>
      <PlainHeader
        title="Check a report"
        note={`Was it made here, is it unchanged, and are its figures what ${mayKnow ? 'the events say' : 'was recorded when it was made'}?`}
      />
      <CheckReport of={check} />
    </>
  );
}
