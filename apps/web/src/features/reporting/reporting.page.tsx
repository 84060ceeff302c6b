import { Failure } from '../../portal/api/failure';
import { PlainHeader } from '../../portal/page-header/plain-header';
import { CheckReport } from '../../portal/report-check/check-report';
import { useReportCheck } from '../../portal/report-check/use-report-check';
import { useMay } from '../../portal/user/use-may';
import { Section } from '../../ui/card';
import { usePageTitle } from '../../ui/use-page-title';
import { CommitteeReportsCard } from './committee-reports-card';
import { offersFor } from './offers';
import { OffersCard } from './offers-card';
import { ScopeBar } from './scope-bar';
import { useScope } from './use-scope';

export function ReportingPage() {
  usePageTitle('Reports');
  const of = useScope();
  const { scope, planFailed } = of;
  const emailDelivery = useMay('email-delivery.read');
  const check = useReportCheck();
  return (
    <>
      <PlainHeader title="Reports" note="Choose what a report is about, then make, open or download it." />
      <Failure error={planFailed} otherwise="The plan did not load. Choose it again." className="mb-4" />
      <ScopeBar of={of} />
      <div className="mt-4 grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,1fr)_19rem]">
        <CommitteeReportsCard key={`${scope.plan?.id} ${scope.company?.id}`} scope={scope} onCheck={check.takeCode} />
        <OffersCard groups={offersFor(scope, { emailDelivery })} />
      </div>
      <Section
        id="check"
        title="Check a report"
        note="Was it made here, is it unchanged, and are its figures what the events say?"
      >
        <CheckReport of={check} />
      </Section>
    </>
  );
}
