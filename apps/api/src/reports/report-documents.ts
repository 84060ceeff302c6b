import { Injectable, NotFoundException } from '@nestjs/common';
import {
  policyCommitteeReportPath,
  reportPeriod,
  type ReportPeriod,
} from '@superscope/contracts/policy-committee-report';
import { companiesView, plansView } from '@superscope/contracts/read-models/fund';
import type { ReportRequest as Asked } from '@superscope/contracts/work';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import type { ReportKind, ReportRequest } from '@superscope/domain/report/report';
import type { ReportTemplate } from '@superscope/domain/report-template/report-template';
import { templatePeriod, usualTemplate } from '@superscope/domain/report-template/serving-template';
import type { DocumentAsked } from '../documents/document-maker.js';
import { AsOfViews } from '../history/as-of-views.js';
import { evidenceAsked, evidenceFileName } from '../history/evidence-document.js';
import { requirePlan } from '../platform/access/caller.js';
import { may, type Right } from '../platform/access/policy.js';
import type { Principal } from '../platform/access/principal.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { documentOfView } from '../platform/read-set/document-of-view.js';
import { withReadSet } from '../platform/read-set/read-set.js';
import { ReadSets } from '../platform/read-set/read-sets.js';
import { PlanInReach } from '../plans/plan.slice.js';
import { policyCommitteeDocument } from '../plans/report-template.slice.js';
import { ReportTemplates } from '../report-templates/templates.slice.js';
import { reportCode } from './report-code.js';

/** The right to have each document made, which is looked at when it is requested, made and downloaded. */
const rightTo: Record<ReportKind, Right> = {
  pcmReport: 'documents.make',
  evidence: 'history.read',
  policyCommitteeReport: 'policy-committee.make',
  reportAsItStood: 'history.read',
};

/** A request before and after it is recorded. */
type Preparing = ReportRequest & { workId?: string };

/** A document as it is about to be made. */
export interface Prepared {
  asked: DocumentAsked;
  /** As readers of the PDF show it. */
  title: string;
  fileName: string;
  /** The template of a Policy Committee Report; null for other documents, and where the usual pages stand. */
  template: ReportTemplate | null;
  /** Of a Policy Committee Report. */
  period: ReportPeriod | null;
  code: string | null;
  /** The view of the past that its page reads; null for a document of now. */
  viewId: string | null;
}

/** What documents are made of: who may have which, from which page of the portal, and under what name it is saved. */
@Injectable()
export class ReportDocuments {
  constructor(
    private readonly views: Views,
    private readonly asOf: AsOfViews,
    private readonly plans: PlanInReach,
    private readonly templates: ReportTemplates,
    private readonly sets: ReadSets,
  ) {}

  /** The request as it is recorded. Throws 403 without the right to a view. */
  async requestOf(asked: Asked, caller: Principal): Promise<ReportRequest> {
    if (asked.kind === 'evidence') {
      const { viewId, audience } = asked;
      requireRight('evidence', caller);
      const { planId } = await this.asOf.document(viewId, caller);
      return {
        kind: 'evidence',
        planId,
        companyId: null,
        terms: audience === undefined ? { viewId } : { viewId, audience },
      };
    }
    if (asked.kind === 'policyCommitteeReport') return this.policyCommitteeReportOf(asked, caller);
    if (asked.kind === 'reportAsItStood') {
      requireRight('reportAsItStood', caller);
      const { planId, moment } = await this.asOf.document(asked.viewId, caller);
      return {
        kind: 'reportAsItStood',
        planId,
        companyId: null,
        terms: { viewId: asked.viewId, moment, template: usualTemplate },
      };
    }
    const { kind, planId, period } = asked;
    return { kind, planId, companyId: null, terms: period === undefined ? {} : { period } };
  }

  /**
   * Throws 403 without the right or the plan, 404 if there is no such plan, employer or view, and 409 for a view that is not ready or a
   * plan without figures. It is asked before the request is recorded, and again when the document is made.
   */
  async prepare(request: Preparing, caller: Principal): Promise<Prepared> {
    const { kind, planId, terms } = request;
    requireRight(kind, caller);
    requirePlan(caller, planId);
    if (kind === 'policyCommitteeReport') return this.policyCommitteeReport(request, caller);
    if (kind === 'reportAsItStood') return this.reportAsItStood(request, caller);
    if (kind === 'evidence') {
      const viewId = terms['viewId']!;
      const { state, moment } = await this.asOf.document(viewId, caller);
      if (state !== 'ready') throw new Refusal(409, { message: 'This view is not ready yet.' });
      // Requests of earlier releases name no audience.
      const audience = terms['audience'] === 'staff' ? 'staff' : 'employer';
      return {
        asked: evidenceAsked(viewId, planId, audience),
        title: 'Evidence',
        fileName: `${evidenceFileName(planId, moment, audience)}.pdf`,
        template: null,
        period: null,
        code: null,
        viewId: null,
      };
    }
    if ((await this.views.of(plansView).findOne({ _id: planId }, { projection: { _id: 1 } })) === null)
      throw new NotFoundException('There is no such plan.');
    const { period } = terms;
    const query = new URLSearchParams({ plan: planId, ...(period !== undefined && { period }) });
    return {
      asked: { document: 'pcmreport', planId, path: `/report?${query}`, as: 'pdf' },
      title: 'PCM report',
      fileName: 'pcmreport.pdf',
      template: null,
      period: null,
      code: null,
      viewId: null,
    };
  }

  private async reportAsItStood({ planId, terms, workId }: Preparing, caller: Principal): Promise<Prepared> {
    const viewId = terms['viewId']!;
    const { state, moment } = await this.asOf.document(viewId, caller);
    const set = state === 'ready' ? await this.sets.of(viewId) : null;
    if (set === null) throw new Refusal(409, { message: 'This view is not ready yet.' });
    const plan = (await withReadSet(set, () => this.plans.find(planId, caller)))!;
    const period = reportPeriod(plan);
    if (period === null)
      throw new Refusal(409, { message: 'No month of this plan was closed by then, so there is nothing to report.' });
    const code = workId === undefined ? null : reportCode(workId);
    const query = new URLSearchParams({ planId, disableAnimations: 'true' });
    if (code !== null) query.set('code', code);
    return {
      asked: {
        document: documentOfView(policyCommitteeDocument, viewId),
        planId,
        path: `${policyCommitteeReportPath}?${query}`,
        as: 'pdf',
      },
      title: `${plan.name} Policy Committee Report, as it stood`,
      fileName: `PolicyCommitteeReport as it stood ${sydneyDate(moment)}.pdf`,
      template: null,
      period,
      code,
      viewId,
    };
  }

  /** The request of a Policy Committee Report, with the name of the template that serves now. Throws 403 for a plan out of reach. */
  async policyCommitteeReportOf(
    { planId, companyId, engagedOnly }: { planId: string; companyId: string | null; engagedOnly: boolean },
    caller: Principal,
  ): Promise<ReportRequest> {
    requirePlan(caller, planId);
    await this.requireEmployer(planId, companyId);
    const plan = await this.views.of(plansView).findOne({ _id: planId }, { projection: { platformId: 1 } });
    const serving = plan && (await this.templates.serving({ platformId: plan.platformId, planId, companyId }));
    return {
      kind: 'policyCommitteeReport',
      planId,
      companyId,
      terms: { template: serving?.templateName ?? usualTemplate, ...(engagedOnly && { engagedOnly: 'true' }) },
    };
  }

  /** Throws 404 for an employer of another plan, before anything of its template is told. */
  private async requireEmployer(planId: string, companyId: string | null): Promise<void> {
    if (companyId === null) return;
    const company = await this.views.of(companiesView).findOne({ _id: companyId, planId }, { projection: { _id: 1 } });
    if (company === null) throw new NotFoundException('There is no such employer in this plan.');
  }

  private async policyCommitteeReport(
    { planId, companyId, terms, workId }: Preparing,
    caller: Principal,
  ): Promise<Prepared> {
    await this.requireEmployer(planId, companyId);
    const plan = (await this.plans.find(planId, caller))!;
    const template = await this.templates.serving({ platformId: plan.platform.id, planId, companyId });
    const period = template === null ? reportPeriod(plan) : templatePeriod(template, plan);
    if (period === null)
      throw new Refusal(409, {
        message:
          plan.firstMonth === null
            ? 'No figures were imported yet, so there is nothing to report.'
            : template === null || plan.closedMonth === null
              ? 'No month of this plan is closed yet, so there is nothing to report.'
              : `No month within the dates of the template ${template.templateName} is closed, so there is nothing to report.`,
      });
    const code = workId === undefined ? null : reportCode(workId);
    const query = new URLSearchParams({ planId, disableAnimations: 'true' });
    if (companyId !== null) query.set('companyId', companyId);
    const isEngaged = terms['engagedOnly'] === 'true';
    if (isEngaged) query.set('engagedOnly', 'true');
    if (code !== null) query.set('code', code);
    return {
      asked: { document: policyCommitteeDocument, planId, path: `${policyCommitteeReportPath}?${query}`, as: 'pdf' },
      title: `${plan.name} Policy Committee Report${isEngaged ? ', engaged members' : ''}`,
      fileName: isEngaged ? 'PolicyCommitteeReport engaged members.pdf' : 'PolicyCommitteeReport.pdf',
      template,
      period,
      code,
      viewId: null,
    };
  }
}

/** Throws 403. */
export function requireRight(kind: ReportKind, caller: Principal): void {
  if (!may(caller.role, rightTo[kind])) throw new Refusal(403, { message: 'This is not allowed.' });
}
