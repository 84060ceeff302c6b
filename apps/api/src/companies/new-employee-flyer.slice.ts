import { Controller, Module } from '@nestjs/common';
import { innerId } from '@superscope/contracts/fields';
import { figuresView } from '@superscope/contracts/read-models/dated-figures';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { newestAt } from '@superscope/domain/scoring/figures';
import { figuresFrom } from '@superscope/domain/scoring/figures-from-rows';
import type { FastifyReply } from 'fastify';
import { documentProblems } from '../documents/document-maker.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { PrintedDocuments } from '../documents/printed-documents.js';
import { currentAssetsOf } from '../fees/published-fees.js';
import { reachedCompany } from '../insurance/reached-company.js';
import { Media } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { PlanParties, ReportPartiesSlice } from '../plans/report-parties.slice.js';
import { flyerContent } from './flyer-content.js';

const newEmployeeFlyerEndpoint = endpoint('GET /api/companies/:companyId/newFlyer', {
  summary:
    'One page for new employees of an employer in reach as a PDF: how to join, default cover and investment, and whom to call. It has no figure about members',
  right: 'employer-documents.make',
  params: { companyId: innerId },
  answers: { 200: new Media('application/pdf') },
  problems: documentProblems,
  sends: true,
});

@Controller()
class NewEmployeeFlyerController {
  constructor(
    private readonly views: Views,
    private readonly parties: PlanParties,
    private readonly documents: PrintedDocuments,
  ) {}

  /** An employer out of reach is answered in the same words as none. */
  @Endpoint(newEmployeeFlyerEndpoint)
  async make(asked: RequestOf<typeof newEmployeeFlyerEndpoint>, reply: FastifyReply): Promise<void> {
    const { companyId } = asked.params;
    const company = await reachedCompany(this.views, asked.caller, companyId);
    const { planId } = company;
    const { plan, contacts, encodedProviderLogo } = await this.parties.of(planId, companyId);
    const today = sydneyDate(new Date());
    if (!company.active || (plan.closedOn != null && plan.closedOn <= today))
      throw new Refusal(409, { message: 'This employer’s plan takes no new members.' });
    const content = flyerContent({
      companyName: company.name,
      companyAbn: company.abn,
      madeAt: new Date().toISOString(),
      cover: contacts.cover,
      providerLogo: encodedProviderLogo,
      ...(await this.parameters(today)),
      categories: Object.values(plan.categories ?? {}).sort((a, b) => a.name.localeCompare(b.name, 'en-AU')),
      options: await currentAssetsOf(this.views, plan.platformId),
      contacts: contacts.providerContacts,
      consultants: contacts.consultants,
    });
    await this.documents.send(
      {
        document: 'newEmployeeFlyer',
        title: 'New Employee Flyer',
        fileName: `New Employee Flyer, ${company.name}`,
        planId,
        rows: null,
        filter: { companyId },
        content,
      },
      asked,
      reply,
    );
  }

  /** What the law asks of employers on a day. */
  private async parameters(day: string) {
    const rows = await this.views.of(figuresView).find({}).sort({ _id: 1 }).toArray();
    const { figures } = figuresFrom({
      benchmarks: [],
      superParameters: rows.flatMap((row) => ('kind' in row ? [] : [row])),
    });
    const on = (name: string) => newestAt(figures.parameters.get(name), day);
    return { superGuaranteePercent: on('sgRatePercent'), concessionalCap: on('concessionalCap') };
  }
}

@Module({ imports: [DocumentsModule, ReportPartiesSlice], controllers: [NewEmployeeFlyerController] })
export class NewEmployeeFlyerSlice {}
