import type { Plan } from '@superscope/contracts/plan';
import type { ServedTemplate } from '@superscope/contracts/plan-report';
import { reportPeriod, type ReportPeriod } from '@superscope/contracts/policy-committee-report';
import { FolderSearch, Lock } from 'lucide-react';
import { useCallback, useMemo, useState, type CSSProperties } from 'react';
import { useStore } from 'react-redux';
import { useSearchParams } from 'react-router';
import { referenceOf, statusOf } from '../../portal/api/base.api';
import { NotLoaded } from '../../portal/api/not-loaded';
import { useCampaignsQuery } from '../../portal/campaigns/campaigns.api';
import { LoadingPage, NeverImported, NoFigures } from '../../portal/figure-page/page-states';
import { MembersGate } from '../../portal/figure-page/members-gate';
import type { CampaignsState } from '../../portal/page-header/use-page-view';
import { answeredFigures } from '../../portal/page-file/answered-figures';
import { useAnnouncedPage } from '../../portal/page-file/use-announced-page';
import { useSaidProgress } from '../../portal/page-file/use-said-progress';
import { useHeadcount } from '../../portal/figures/use-headcount';
import { usePlanQuery } from '../../portal/plan/plan.api';
import type { State } from '../../portal/state';
import { Card } from '../../ui/card';
import { cx } from '../../ui/class-names';
import { EmptyState } from '../../ui/states';
import { useUnfinished } from '../../ui/unfinished';
import { usePageTitle } from '../../ui/use-page-title';
import { useServedTemplateQuery } from './parties';
import { planRanking } from './pages/plan-ranking';
import { asItStoodText, type ReportPage } from './report-page';
import { engagedView, wholePlanView, type Asked, type Report } from './report';
import { SMALL_UNDER } from './pages/figures';
import { smallEdition } from './small-edition';
import { pagesOf } from './templated-pages';
import { outsideSheets } from '../../portal/report-paper/outside-sheets';
import '../../portal/report-paper/report-paper.css';

/** What an address asks for. Any value turns the preview on. */
export const askedOf = (query: URLSearchParams): Asked => ({
  planId: query.get('planId') ?? '',
  companyId: query.get('companyId') || null,
  preview: query.has('preview'),
  engagedOnly: query.get('engagedOnly') === 'true',
  code: codeOf(query.get('code')),
  moment: instantOf(query.get('moment')),
});

const instantOf = (given: string | null) =>
  given !== null && /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(given) && !Number.isNaN(Date.parse(given)) ? given : null;
const codeOf = (given: string | null) => (given !== null && /^[A-Z0-9]{12}$/.test(given) ? given : null);

/** The Policy Committee Report of the plan that the address names, as pages of paper. */
export function PolicyCommitteeReportPage() {
  const [query] = useSearchParams();
  const { planId, companyId } = askedOf(query);
  const { currentData, isError, error, refetch } = useServedTemplateQuery(
    { planId, companyId },
    { skip: planId === '' },
  );
  // The pages need the plan as well, which need not wait for the template.
  usePlanQuery(planId, { skip: planId === '' });
  const made = useMemo(() => currentData && madeOf(currentData), [currentData]);
  const title = 'Policy Committee Report';
  // What is wrong with the address is said by the plan itself.
  if (planId === '' || [403, 404].includes(statusOf(error) ?? 0)) return <ReportPages title={title} of={NO_PAGES} />;
  if (isError) return <TemplateFailed title={title} error={error} onRetry={() => void refetch()} />;
  // Nothing is announced before the template is there.
  return made === undefined ? <LoadingPage /> : <ReportPages title={title} {...made} hasSmallEdition />;
}

const madeOf = ({ reportPages, reportingStartDate: start, reportingEndDate: end, asItStood }: ServedTemplate) => ({
  // Ranks are among other plans, which no view of the past holds.
  of: pagesOf(reportPages).filter(({ id }) => asItStood === undefined || id !== planRanking.id),
  asItStood: asItStood ?? null,
  period: start === null || end === null ? null : { start, end },
});

const NO_PAGES: readonly ReportPage[] = [];
const NO_CAMPAIGNS: CampaignsState = {
  list: [],
  data: [],
  refreshing: false,
  failed: false,
  reference: null,
  retry: () => undefined,
};

interface FailedProps {
  title: string;
  error: unknown;
  onRetry: () => void;
}
function TemplateFailed({ title, error, onRetry }: FailedProps) {
  usePageTitle(title);
  useAnnouncedPage({ isLoading: false, view: null, campaigns: NO_CAMPAIGNS });
  return (
    <Card className="grid min-h-72">
      <NotLoaded what="The report" error={error} onRetry={onRetry} />
    </Card>
  );
}

interface ReportPagesProps {
  title: string;
  of: readonly ReportPage[];
  /** What the pages are about; without it the usual period. Null: no month is closed then. */
  period?: ReportPeriod | null;
  /** The moment (instant, UTC) of a report of the past; by default it is of now. */
  asItStood?: string | null;
  /** A plan of few members has pages of its own. */
  hasSmallEdition?: boolean;
}

/** Pages about the plan that the address names. With `viewMode=book` two of them stand beside each other. */
export function ReportPages({ title, of, period, asItStood = null, hasSmallEdition = false }: ReportPagesProps) {
  usePageTitle(title);
  const [query] = useSearchParams();
  const asked = useMemo(() => askedOf(query), [query]);
  const { planId } = asked;
  const plan = usePlanQuery(planId, { skip: planId === '' });
  const campaigns = useCampaigns(planId, plan.currentData?.closedMonth != null);
  const report = useMemo(
    () => (plan.currentData ? reportOf(title, asked, plan.currentData, period, campaigns, asItStood) : null),
    [title, asked, plan.currentData, period, campaigns, asItStood],
  );
  const store = useStore<State>();
  const also = useMemo(
    () => ({ collect: () => answeredFigures(store.getState()), refuses: () => outsideSheets() }),
    [store],
  );
  useAnnouncedPage(
    {
      isLoading: planId !== '' && plan.isFetching && !plan.currentData,
      view: report?.view ?? null,
      campaigns,
    },
    also,
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
        <NotLoaded what="The plan" error={plan.error} onRetry={() => void plan.refetch()} />
      </Card>
    );
  if (!plan.currentData) return <LoadingPage />;
  if (!report) return plan.currentData.firstMonth === null ? <NeverImported /> : <NoFigures />;
  const Edition = hasSmallEdition ? SizedPages : Pages;
  return (
    <MembersGate view={report.whole}>
      <Edition
        key={`${planId} ${asked.engagedOnly}`}
        report={report}
        of={of}
        still={query.has('disableAnimations')}
        isBook={query.get('viewMode') === 'book'}
      />
    </MembersGate>
  );
}

export function reportOf(
  title: string,
  asked: Asked,
  plan: Plan,
  given: ReportPeriod | null | undefined,
  campaigns: CampaignsState,
  asItStood: string | null,
): Report | null {
  const period = given === undefined ? reportPeriod(plan) : given;
  if (period === null) return null;
  const whole = wholePlanView(plan, period);
  const view = asked.engagedOnly ? engagedView(whole) : whole;
  return view && { title, asked, plan, period, whole, view, campaigns, asItStood };
}

export function useCampaigns(planId: string, hasFigures: boolean): CampaignsState {
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

/** What the style sheet writes on the pages that have no head. */
const markOf = (text: string) => ({ '--as-it-stood': JSON.stringify(text) }) as CSSProperties;

interface PagesProps {
  report: Report;
  of: readonly ReportPage[];
  still: boolean;
  isBook: boolean;
}

/** The edition for the members that the plan had at the end of the period. */
function SizedPages({ of, ...rest }: PagesProps) {
  const { data, failed } = useHeadcount(rest.report.whole);
  const members = data?.newest.value ?? null;
  const edition = useMemo(() => (members !== null && members < SMALL_UNDER ? smallEdition(of) : of), [of, members]);
  // Without a headcount the pages themselves say what did not load.
  const isLoading = data === undefined && !failed;
  useUnfinished(isLoading ? 'loading' : null);
  return isLoading ? <LoadingPage /> : <Pages of={edition} {...rest} />;
}

function Pages({ report, of, still, isBook }: PagesProps) {
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
  useSaidProgress(drawn.size, of.length);
  const contents = useMemo(() => of.filter(({ id }) => drawn.has(id)), [of, drawn]);
  return (
    <div
      className={cx(
        'pcr paper',
        isBook && 'pcr-book',
        report.asked.preview && 'pcr-preview',
        still && 'pcr-still',
        report.asItStood !== null && 'pcr-as-it-stood',
      )}
      style={report.asItStood === null ? undefined : markOf(asItStoodText(report.asItStood))}
    >
      {of.map(({ id, Slot }) => (
        <Slot key={id} report={report} contents={contents} onDrawn={onDrawn} />
      ))}
    </div>
  );
}
