import { reportPeriod } from '@superscope/contracts/policy-committee-report';
import { templatePeriod } from '@superscope/contracts/report-templates';
import { CalendarOff, FileX, Lock } from 'lucide-react';
import { useMemo } from 'react';
import { statusOf } from '../../portal/api/base.api';
import { NotLoaded } from '../../portal/api/not-loaded';
import type { TemplatedPageProps } from '../../portal/feature';
import { MembersGate } from '../../portal/figure-page/members-gate';
import { useHeadcount } from '../../portal/figures/use-headcount';
import { usePlanQuery } from '../../portal/plan/plan.api';
import '../../portal/report-paper/report-paper.css';
import { listed } from '../../ui/listed';
import { Bone, EmptyState, Skeleton } from '../../ui/states';
import { SMALL_UNDER } from './pages/figures';
import { reportOf, useCampaigns } from './policy-committee-report.page';
import type { Report } from './report';
import type { Entry, ReportPage } from './report-page';
import { smallEdition } from './small-edition';
import { pageNamed } from './templated-pages';

const TITLE = 'Policy Committee Report';

/** A page of the report as a plan would get it by a template, with the plan's published figures. */
export function OneTemplatedPage({ template, page, planId, companyId, scale }: TemplatedPageProps) {
  const plan = usePlanQuery(planId);
  const { currentData } = plan;
  const campaigns = useCampaigns(planId, currentData?.closedMonth != null);
  const { reportingStartDate, reportingEndDate, reportPages } = template;
  const report = useMemo(() => {
    if (currentData === undefined) return null;
    const asked = { planId, companyId, preview: true, engagedOnly: false, code: null, moment: null };
    const period = templatePeriod({ reportingStartDate, reportingEndDate }, currentData);
    return reportOf(TITLE, asked, currentData, period, campaigns, null);
  }, [currentData, planId, companyId, reportingStartDate, reportingEndDate, campaigns]);
  const contents = useMemo(
    () =>
      reportPages.flatMap(({ id, templatePageName, heading }): Entry[] => {
        const drawn = pageNamed(templatePageName);
        if (drawn === null) return heading === null ? [] : [{ id, number: '', title: heading }];
        return [heading === null ? drawn : { ...drawn, title: heading, short: heading }];
      }),
    [reportPages],
  );
  const named = pageNamed(page.templatePageName);
  if ([403, 404].includes(statusOf(plan.error) ?? 0))
    return (
      <EmptyState icon={Lock} title="This plan is out of your reach">
        Choose another plan to see the page with its figures.
      </EmptyState>
    );
  if (plan.isError) return <NotLoaded what="The plan" error={plan.error} onRetry={() => void plan.refetch()} />;
  if (currentData === undefined) return <Waiting />;
  if (report === null)
    return (
      <EmptyState icon={CalendarOff} title="No month to report on">
        {reportPeriod(currentData) === null
          ? `No month of ${currentData.name} is closed yet.`
          : `No closed month of ${currentData.name} ends within the template’s dates.`}
      </EmptyState>
    );
  return (
    <MembersGate view={report.whole}>
      {named && (
        <Sized key={planId} report={report} named={named} contents={contents} heading={page.heading} scale={scale} />
      )}
    </MembersGate>
  );
}

interface SizedProps {
  report: Report;
  named: ReportPage;
  contents: readonly Entry[];
  heading: string | null;
  scale: number;
}

/** The page, if the edition for the plan's number of members has it. */
function Sized({ report, named, contents, heading, scale }: SizedProps) {
  const { data, failed } = useHeadcount(report.whole);
  const members = data?.newest.value ?? null;
  if (data === undefined && !failed) return <Waiting />;
  const edition = members !== null && members < SMALL_UNDER ? smallEdition([named]) : [named];
  const { Slot, id } = named;
  if (edition.every((each) => each.id !== id))
    return (
      <EmptyState icon={FileX} title="Not in the report of a small plan">
        {report.plan.name} has fewer than {SMALL_UNDER} members. {listed(edition.map(({ title }) => title))} stand for
        all pages of figures.
      </EmptyState>
    );
  return (
    // A page of a report is made smaller on phones. This one is already scaled to its frame.
    <div className="pcr paper pcr-one" style={{ zoom: scale }}>
      <Slot
        key={id}
        report={report}
        contents={contents}
        onDrawn={drawnAlone}
        {...(heading !== null && { heading })}
        otherwise={
          <div className="bg-surface" style={{ zoom: 1 / scale }}>
            <EmptyState icon={FileX} title="Nothing on this page is published">
              The report of {report.plan.name} leaves the page out.
            </EmptyState>
          </div>
        }
      />
    </div>
  );
}

const Waiting = () => (
  <Skeleton label="The page">
    <Bone className="h-40 w-full" />
    <Bone className="mt-4 h-60 w-full" />
  </Skeleton>
);

const drawnAlone = () => undefined;
