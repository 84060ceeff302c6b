import { Injectable, NotFoundException } from '@nestjs/common';
import { plansView } from '@superscope/contracts/read-models/fund';
import type { ReportRequest as Asked } from '@superscope/contracts/work';
import type { ReportKind, ReportRequest } from '@superscope/domain/report/report';
import type { DocumentAsked } from '../documents/document-maker.js';
import { AsOfViews } from '../history/as-of-views.js';
import { evidenceAsked, evidenceFileName } from '../history/evidence-document.js';
import { requirePlan } from '../platform/access/caller.js';
import { may, type Right } from '../platform/access/policy.js';
import type { Principal } from '../platform/access/principal.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';

/** The right to have each document made, which is looked at when it is requested, made and downloaded. */
const rightTo: Record<ReportKind, Right> = {
  pcmReport: 'documents.make',
  evidence: 'history.read',
  policyCommitteeReport: 'documents.make',
};

/** A document as it is about to be made. */
interface Prepared {
  asked: DocumentAsked;
  fileName: string;
}

/** What documents are made of: who may have which, from which page of the portal, and under what name it is saved. */
@Injectable()
export class ReportDocuments {
  constructor(
    private readonly views: Views,
    private readonly asOf: AsOfViews,
  ) {}

  /** The request as it is recorded. Throws 403 without the right, 404 if there is no such plan or view, and 409 for a view that is not ready. */
  async requestOf(asked: Asked, caller: Principal): Promise<ReportRequest> {
    const request = await this.recorded(asked, caller);
    await this.prepare(request, caller);
    return request;
  }

  private async recorded(asked: Asked, caller: Principal): Promise<ReportRequest> {
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
    const { kind, planId, period } = asked;
    return { kind, planId, companyId: null, terms: period === undefined ? {} : { period } };
  }

  /** Throws like `requestOf`: rights, plans and views may have changed since the request. */
  async prepare({ kind, planId, terms }: ReportRequest, caller: Principal): Promise<Prepared> {
    requireRight(kind, caller);
    requirePlan(caller, planId);
    if (kind === 'evidence') {
      const viewId = terms['viewId']!;
      const { state, moment } = await this.asOf.document(viewId, caller);
      if (state !== 'ready') throw new Refusal(409, { message: 'This view is not ready yet.' });
      // Requests of earlier releases name no audience.
      const audience = terms['audience'] === 'staff' ? 'staff' : 'employer';
      return {
        asked: evidenceAsked(viewId, planId, audience),
        fileName: `${evidenceFileName(planId, moment, audience)}.pdf`,
      };
    }
    if ((await this.views.of(plansView).findOne({ _id: planId }, { projection: { _id: 1 } })) === null)
      throw new NotFoundException('There is no such plan.');
    const { period } = terms;
    const query = new URLSearchParams({ plan: planId, ...(period !== undefined && { period }) });
    return { asked: { document: 'pcmreport', planId, path: `/report?${query}`, as: 'pdf' }, fileName: 'pcmreport.pdf' };
  }
}

/** Throws 403. */
export function requireRight(kind: ReportKind, caller: Principal): void {
  if (!may(caller.role, rightTo[kind])) throw new Refusal(403, { message: 'This is not allowed.' });
}
