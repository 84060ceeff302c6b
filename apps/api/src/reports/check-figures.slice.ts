import { Controller, Injectable, Module } from '@nestjs/common';
import type { RecordedChange } from '@superscope/contracts/as-of-changes';
import type { AsOfView } from '@superscope/contracts/as-of-views';
import type { KeptFigures } from '@superscope/contracts/kept-figures';
import {
  figuresCheck,
  type ComparedFigures,
  type FiguresCheck,
  type LaterChange,
} from '@superscope/contracts/report-check';
import { assetsOwnedStream } from '@superscope/domain/assets-owned/assets-owned';
import { campaignStream } from '@superscope/domain/campaign/campaign';
import { benchmarksStream, superParametersStream } from '@superscope/domain/dated-figures/dated-figures';
import { namesOf, typesOf } from '@superscope/domain/event';
import { planStream } from '@superscope/domain/plan/plan';
import { assetsStream } from '@superscope/domain/published-table/published-rows';
import { z } from 'zod';
import { AsOfViews } from '../history/as-of-views.js';
import { Differences, DifferencesSlice } from '../history/differences.slice.js';
import { AccessLog } from '../platform/access/access-log.js';
import { may } from '../platform/access/policy.js';
import type { Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { withReadSet } from '../platform/read-set/read-set.js';
import { ReadSets } from '../platform/read-set/read-sets.js';
import { AsfaTargetsSlice } from '../plans/asfa-targets.slice.js';
import { CampaignEffectSlice } from '../campaigns/campaign-effect.slice.js';
import { CalculationVariablesSlice } from '../plans/calculation-variables.slice.js';
import { PlanActionsSlice } from '../plans/plan-actions.slice.js';
import { PlanRankingSlice } from '../plans/plan-ranking.slice.js';
import { PlanSuperScoreSlice } from '../plans/plan-super-score.slice.js';
import { PlanSlice } from '../plans/plan.slice.js';
import { AnalyticsModule } from '../analytics/analytics.module.js';
import { MadeReports } from './made-reports.js';
import { QuestionsAgain } from './questions-again.js';
import { added, differences, figuresIn, type ReportFigure } from './report-figures.js';
import { ReportsModule } from './reports.module.js';

const ofReport = {
  right: 'reports.check',
  params: { workId: z.uuid() },
  answers: { 200: figuresCheck },
  problems: { 404: null, 410: null },
} as const;

const checkFiguresEndpoint = endpoint('POST /api/reports/:workId/check', {
  ...ofReport,
  summary:
    'Has the plan of a report in reach derived as it stood at the report’s moment, and its questions asked again; or answers how far that is',
});

const figuresCheckEndpoint = endpoint('GET /api/reports/:workId/check', {
  ...ofReport,
  summary:
    'How far the check of a report’s figures is, and once it is done, which differ from the events, or from today',
  polled: true,
});

/** More differences are of no use to a reader. */
const mostListed = 100;

/** The moment whose figures a report shows. */
const momentOf = ({ terms, moment }: KeptFigures): string => terms['moment'] ?? moment;

/** Compares the figures of a report with what its questions are answered from the events. */
@Injectable()
class FiguresComparison {
  constructor(
    private readonly asOf: AsOfViews,
    private readonly sets: ReadSets,
    private readonly questions: QuestionsAgain,
    private readonly differencesOf: Differences,
  ) {}

  /** Null if the view is gone. */
  async of(kept: KeptFigures, view: AsOfView, caller: Principal): Promise<ComparedFigures | null> {
    const set = await this.sets.of(view.id);
    if (set === null) return null;
    const printed = kept.figures.flatMap(figuresIn);
    const asked = printed.filter(({ of }) => of !== 'rank');
    const then = await withReadSet(set, () => this.questions.figures(kept, caller, false));
    const differing = [...differences(asked, then), ...added(printed, then, kept.end)];
    const { leftOut, ...since } = may(caller.role, 'reports.check-fully')
      ? await this.since(kept, printed, view, caller)
      : { now: null, changes: [], leftOut: 0 };
    return {
      count: new Set(asked.map(({ key }) => key)).size,
      asPrinted: new Set(printed.filter(({ of }) => of === 'rank').map(({ key }) => key)).size,
      differing: differing
        .slice(0, mostListed)
        .map(({ figure: { name, text: own }, text }) => ({ name, printed: own, events: text })),
      ...since,
      leftOut: { differing: Math.max(0, differing.length - mostListed), now: leftOut },
    };
  }

  /** Which figures are known otherwise now, and by which events. `leftOut` counts those that are not listed. */
  private async since(
    kept: KeptFigures,
    printed: readonly ReportFigure[],
    view: AsOfView,
    caller: Principal,
  ): Promise<Pick<ComparedFigures, 'now' | 'changes'> & { leftOut: number }> {
    const now = await this.questions.figures(kept, caller, true);
    const keysNow = new Set(now.map(({ key }) => key));
    // What is asked of the day of the asking, and what is no longer told at all, says nothing about the report.
    const comparable = printed.filter(
      ({ isOfItsDay, of, key }) => !isOfItsDay && (of === 'figure' || keysNow.has(key)),
    );
    const later = [...differences(comparable, now), ...added(printed, now, kept.end)];
    const causes = await this.causes(
      kept,
      view,
      later.slice(0, mostListed).map(({ figure }) => figure),
      caller,
    );
    return {
      now: later.slice(0, mostListed).map(({ figure, text }) => ({
        name: figure.name,
        printed: figure.text,
        now: text,
        ...causes.of(figure, later),
      })),
      changes: causes.changes,
      leftOut: Math.max(0, later.length - mostListed),
    };
  }

  /** What was recorded since the report and made figures differ: of each month, what made its figures stale and what published them anew. */
  private async causes(kept: KeptFigures, view: AsOfView, figures: readonly ReportFigure[], caller: Principal) {
    const changes: LaterChange[] = [];
    const places = new Map<string, number>();
    const placeOf = ({ type, detail, lastAt, search }: RecordedChange): number => {
      const key = `${type} ${detail} ${search.stream ?? ''}`;
      const known = places.get(key);
      if (known !== undefined) return known;
      places.set(key, changes.length);
      changes.push({ type, detail, lastAt, search });
      return changes.length - 1;
    };
    const byMonth = new Map<string | null, number[]>();
    const document = await this.asOf.document(view.id, caller);
    for (const month of new Set(figures.map((figure) => figure.month))) {
      const found = await this.differencesOf.of(document, month ?? kept.end.slice(0, 7));
      const ofMembers = [found.onlyThen, found.onlyNow, ...found.columns].flatMap(({ causes }) => causes);
      const anew = found.changes.filter(
        ({ type }) =>
          type === namesOf(planStream).PlanPublished ||
          (month === null && (isOfCampaigns(type) || isOfEverybody(type))),
      );
      byMonth.set(month, [...new Set([...(month === null ? [] : ofMembers), ...anew].map(placeOf))]);
    }
    return {
      changes,
      of: (figure: ReportFigure, later: ReturnType<typeof differences>) => {
        const { of, month } = figure;
        const isOwn = later.some(({ figure: each }) => each.of === 'ownShare' && each.month === month);
        const ofOtherPlans = of === 'rank' && !isOwn;
        return {
          changes: ofOtherPlans ? [] : (byMonth.get(month) ?? []).filter((at) => canMove(figure, changes[at]!)),
          ofOtherPlans,
        };
      },
    };
  }
}

const ofCampaigns = typesOf(campaignStream, {
  CampaignRun: true,
  CampaignDetailsRevised: true,
  CampaignCancelled: true,
  CampaignEngagementImported: true,
});
const isOfCampaigns = (type: string): boolean => ofCampaigns.some((each) => each === type);

/** Figures published for everybody, and members' holdings, whose imports are counted with the investment options. */
const ofEverybody: readonly string[] = [
  ...typesOf(assetsStream, {
    AssetsPublished: true,
    FeesPublished: false,
    InsuranceRatesPublished: false,
    OccupationFactorsPublished: false,
    CoverRulesPublished: false,
    ProviderContactsPublished: false,
  }),
  ...typesOf(assetsOwnedStream, {
    AssetsOwnedBegun: false,
    AssetsOwnedChunkImported: false,
    AssetsOwnedCompleted: true,
    AssetsOwnedImportWithdrawn: true,
  }),
  ...typesOf(benchmarksStream, { BenchmarksPublished: true }),
  ...typesOf(superParametersStream, { SuperParametersSet: true }),
];
const isOfEverybody = (type: string): boolean => ofEverybody.includes(type);

/**
 * Whether a change may move a figure of no month: a campaign's own, or what is published for everybody. A campaign's figures are those of the
 * plan's newest edition, so a publication moves them too.
 */
const canMove = ({ month, campaign }: ReportFigure, { type, detail }: LaterChange): boolean => {
  if (month !== null) return true;
  if (campaign === null) return isOfEverybody(type);
  return type === namesOf(planStream).PlanPublished || (isOfCampaigns(type) && detail === campaign);
};

/** The progress of a check counts what was recorded of members, and waits for what others ask for. */
const stateOnly = { phase: null, done: 0, total: 0, ahead: 0, tookMs: null };
const notCompared = 'Its figures could not be compared. Please try again later.';

@Controller()
class CheckFiguresController {
  constructor(
    private readonly reports: MadeReports,
    private readonly asOf: AsOfViews,
    private readonly comparison: FiguresComparison,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(checkFiguresEndpoint)
  async begin({ params, caller, request }: RequestOf<typeof checkFiguresEndpoint>): Promise<FiguresCheck> {
    const { workId } = params;
    const kept = await this.figures(workId, caller);
    this.access.note(request, {
      userId: caller.userId,
      role: caller.role,
      action: 'checked report',
      object: workId,
      planId: kept.planId,
      rows: null,
      outcome: 'ok',
      filter: { by: 'figures' },
    });
    return this.told(kept, await this.view(kept, caller), caller);
  }

  @Endpoint(figuresCheckEndpoint)
  async progress({ params, caller }: RequestOf<typeof figuresCheckEndpoint>): Promise<FiguresCheck> {
    const kept = await this.figures(params.workId, caller);
    return this.told(kept, await this.asOf.of(kept.planId, momentOf(kept), caller), caller);
  }

  private async view(kept: KeptFigures, caller: Principal): Promise<AsOfView> {
    try {
      return await this.asOf.ask(kept.planId, momentOf(kept), caller);
    } catch (error) {
      // Employers know of no views, and can cancel none.
      if (!(error instanceof Refusal) || error.status !== 429 || may(caller.role, 'reports.check-fully')) throw error;
      throw new Refusal(429, { message: 'Other reports are being checked. Please try again in a few minutes.' });
    }
  }

  private async figures(workId: string, caller: Principal): Promise<KeptFigures> {
    const made = await this.reports.byId(workId, caller);
    const kept = await this.reports.figuresOf(made);
    if (kept === null)
      throw new Refusal(410, {
        message: 'The figures of this report are not kept here. Check its PDF, to which they are attached.',
      });
    return kept;
  }

  private async told(kept: KeptFigures, view: AsOfView, caller: Principal): Promise<FiguresCheck> {
    const { state, phase, done, total, ahead, problem, tookMs } = view;
    const compared = state === 'ready' ? await this.comparison.of(kept, view, caller) : null;
    if (!may(caller.role, 'reports.check-fully'))
      return { ...stateOnly, state, problem: problem === null ? null : notCompared, compared };
    return { state, phase, done, total, ahead, problem, tookMs, compared };
  }
}

@Module({
  imports: [
    AnalyticsModule,
    AsfaTargetsSlice,
    CalculationVariablesSlice,
    CampaignEffectSlice,
    DifferencesSlice,
    PlanActionsSlice,
    PlanRankingSlice,
    PlanSlice,
    PlanSuperScoreSlice,
    ReportsModule,
  ],
  controllers: [CheckFiguresController],
  providers: [FiguresComparison, QuestionsAgain],
})
export class CheckFiguresSlice {}
