import type { Plan } from '@superscope/contracts/plan';
import type { PlanReport } from '@superscope/contracts/plan-report';
import { FolderSearch, Lock } from 'lucide-react';
import { useCallback, useMemo, useState } from 'react';
import { useStore } from 'react-redux';
import { useSearchParams } from 'react-router';
import { referenceOf, statusOf } from '../../portal/api/base.api';
import { useCampaignsQuery } from '../../portal/campaigns/campaigns.api';
import { LoadingPage, NoFigures } from '../../portal/figure-page/page-states';
import { MembersGate } from '../../portal/figure-page/members-gate';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { answeredFigures } from '../../portal/page-file/answered-figures';
import { useAnnouncedPage } from '../../portal/page-file/use-announced-page';
import { usePlanQuery } from '../../portal/plan/plan.api';
import type { State } from '../../portal/state';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { EmptyState, ErrorState } from '../../ui/states';
import { usePageTitle } from '../../ui/use-page-title';
import { usePlanReportQuery } from './parties';
import { engagedView, wholePlanView, type Asked, type Report } from './report';
import { pagesOf } from './templated-pages';
import '../../portal/report-paper/report-paper.css';

/** What an address asks for. Any value turns the preview on. */
export const askedOf = (query: URLSearchParams): Asked => ({
  planId: query.get('planId') ?? '',
  companyId: query.get('companyId') || null,
  preview: query.has('preview'),
  engagedOnly: query.get('engagedOnly') === 'true',
  code: codeOf(query.get('code')),
});

const codeOf = (given: string | null) => (given !== null && /^[A-Z0-9]{12}$/.test(given) ? given : null);

/** The Policy Committee Report of the plan that the address names, as pages of paper. */
export function PolicyCommitteeReportPage() {
  usePageTitle('Policy Committee Report');
  const [query] = useSearchParams();
  const asked = useMemo(() => askedOf(query), [query]);
  const { planId } = asked;
  const plan = usePlanQuery(planId, { skip: planId === '' });
  const served = usePlanReportQuery({ planId, companyId: asked.companyId }, { skip: planId === '' });
  const campaigns = useCampaigns(planId, plan.currentData?.closedMonth != null);
  const report = useMemo(
    () =>
      plan.currentData && served.currentData ? reportOf(asked, plan.currentData, served.currentData, campaigns) : null,
    [asked, plan.currentData, served.currentData, campaigns],
  );
  const store = useStore<State>();
  const collect = useCallback(() => answeredFigures(store.getState()), [store]);
  useAnnouncedPage(
    {
      isLoading: planId !== '' && [plan, served].some((one) => one.isFetching && !one.currentData),
      view: report?.view ?? null,
      campaigns,
    },
    collect,
  );

  if (planId === '')
    return (
      <Card className="grid min-h-96">
        <EmptyState icon={FolderSearch} as="h1" title="No plan is named">
          The address of a report names its plan, as in ?planId=T.K1.
        </EmptyState>
      </Card>
    );
  if ([403, 404].includes(statusOf(plan.error) ?? 0))
    return (
      <Card className="grid min-h-96">
        <EmptyState icon={Lock} as="h1" title="This plan is out of your reach">
          The address names a plan that does not exist, or that your account may not see.
        </EmptyState>
      </Card>
    );
  if (plan.isError)
    return (
      <Card className="grid min-h-72">
        <ErrorState what="The plan" reference={referenceOf(plan.error)} onRetry={() => void plan.refetch()} />
      </Card>
    );
  if (served.isError)
    return (
      <Card className="grid min-h-72">
        <ErrorState what="The report" reference={referenceOf(served.error)} onRetry={() => void served.refetch()} />
      </Card>
    );
  if (!plan.currentData || !served.currentData) return <LoadingPage />;
  if (!report) return <NoFigures />;
  return (
    <MembersGate view={report.whole}>
      <Pages
        key={`${planId} ${asked.engagedOnly}`}
        report={report}
        served={served.currentData.reportPages}
        still={query.has('disableAnimations')}
      />
    </MembersGate>
  );
}

function reportOf(asked: Asked, plan: Plan, served: PlanReport, campaigns: CampaignsState): Report | null {
  const { reportingStartDate: start, reportingEndDate: end } = served;
  if (start === null || end === null) return null;
  const period = { start, end };
  const whole = wholePlanView(plan.id, period);
  const view = asked.engagedOnly ? engagedView(whole) : whole;
  return view && { asked, plan, period, whole, view, campaigns };
}

function useCampaigns(planId: string, hasFigures: boolean): CampaignsState {
  const { currentData, isFetching, isError, error, refetch } = useCampaignsQuery(
    { planId, audience: 'employer' },
    { skip: !hasFigures },
  );
  return useMemo(
    () => ({
      list: currentData ?? [],
      data: currentData,
      refreshing: isFetching && currentData !== undefined,
      failed: isError,
      reference: referenceOf(error),
      retry: () => void refetch(),
    }),
    [currentData, isFetching, isError, error, refetch],
  );
}

interface PagesProps {
  report: Report;
  served: PlanReport['reportPages'];
  still: boolean;
}
function Pages({ report, served, still }: PagesProps) {
  const pages = useMemo(() => pagesOf(served), [served]);
  const [drawn, setDrawn] = useState<ReadonlySet<string>>(new Set());
  const onDrawn = useCallback((id: string, is: boolean) => {
    setDrawn((before) => {
      if (before.has(id) === is) return before;
      const after = new Set(before);
      if (is) after.add(id);
      else after.delete(id);
      return after;
    });
  }, []);
  const contents = useMemo(() => pages.filter(({ id }) => drawn.has(id)), [pages, drawn]);
  return (
    <div className={cx('pcr paper', report.asked.preview && 'pcr-preview', still && 'pcr-still')}>
      {pages.map(({ id, Slot }) => (
        <Slot key={id} report={report} contents={contents} onDrawn={onDrawn} />
      ))}
    </div>
  );
}
