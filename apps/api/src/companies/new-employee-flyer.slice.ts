import { Controller, ForbiddenException, Module } from '@nestjs/common';
import { innerId } from '@superscope/contracts/fields';
import type { NewEmployeeFlyer } from '@superscope/contracts/new-employee-flyer';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { newestAt } from '@superscope/domain/scoring/figures';
import type { FastifyReply } from 'fastify';
import { DocumentMaker, documentProblems } from '../documents/document-maker.js';
import { DocumentsModule } from '../documents/documents.module.js';
import { PrintedDocuments } from '../documents/printed-documents.js';
import { currentAssetsOf } from '../fees/published-fees.js';
import { coverRulesOn } from '../insurance/published-premiums.js';
import { reachedCompany } from '../insurance/reached-company.js';
import { Media, nothing } from '../platform/endpoint/answers.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { attachment } from '../platform/http/attachment.js';
import { Refusal } from '../platform/http/problem.filter.js';
import { datedFigures } from '../plans/dated-figures.js';
import { PlanParties, ReportPartiesSlice } from '../plans/report-parties.slice.js';
import { flyerContent, takesNewMembers } from './flyer-content.js';
import { PublicFlyers } from './public-flyers.js';

const newEmployeeFlyerEndpoint = endpoint('GET /api/companies/:companyId/newFlyer', {
  summary:
    'One page for new employees of an employer in reach as a PDF: how to join, default cover and investment, and whom to call. It has no figure about members, and microsites show it',
  right: 'microsite.read',
  cached: true,
  params: { companyId: innerId },
  answers: { 200: new Media('application/pdf'), 304: nothing },
  problems: documentProblems,
  sends: true,
});

const newEmployeeFlyer = 'newEmployeeFlyer';

@Controller()
class NewEmployeeFlyerController {
  constructor(
    private readonly views: Views,
    private readonly parties: PlanParties,
    private readonly documents: PrintedDocuments,
    private readonly maker: DocumentMaker,
    private readonly flyers: PublicFlyers,
  ) {}

  /** An employer out of reach is answered in the same words as none. */
  @Endpoint(newEmployeeFlyerEndpoint)
  async make(asked: RequestOf<typeof newEmployeeFlyerEndpoint>, reply: FastifyReply): Promise<void> {
    const { companyId } = asked.params;
    const { onlyCompanyId = companyId } = asked.caller;
    if (onlyCompanyId !== companyId) throw new ForbiddenException('You do not have access to this employer.');
    const company = await reachedCompany(this.views, asked.caller, companyId);
    const { planId } = company;
    const { plan, contacts, encodedProviderLogo } = await this.parties.of(planId, companyId);
    const today = sydneyDate(new Date());
    if (!takesNewMembers(company, plan, today))
      throw new Refusal(409, { message: 'This employer’s plan takes no new members.' });
    const content = flyerContent({
      companyName: company.name,
      companyAbn: company.abn,
      madeAt: new Date().toISOString(),
      cover: contacts.cover,
      providerLogo: encodedProviderLogo,
      ...(await this.parameters(today)),
      categories: Object.values(plan.categories ?? {}).sort((a, b) => a.name.localeCompare(b.name, 'en-AU')),
      rules: await coverRulesOn(this.views, planId, today),
      options: await currentAssetsOf(this.views, plan.platformId, today),
      contacts: contacts.providerContacts,
      consultants: contacts.consultants,
    });
    const [title, fileName] = ['New Employee Flyer', `New Employee Flyer, ${company.name}`];
    if (asked.caller.role === 'BrowserClient')
      return this.sendPublic({ companyId, planId, title, fileName, content }, asked, reply);
    await this.documents.send(
      {
        document: newEmployeeFlyer,
        title,
        fileName,
        planId,
        rows: null,
        filter: { companyId },
        content,
      },
      asked,
      reply,
    );
  }

  /** To a page that everybody reads: kept, so that its readers do not have it drawn again and again. */
  private async sendPublic(
    {
      companyId,
      planId,
      title,
      fileName,
      content,
    }: { companyId: string; planId: string; title: string; fileName: string; content: NewEmployeeFlyer },
    { caller, request }: RequestOf<typeof newEmployeeFlyerEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const digest = this.flyers.digestOf(content);
    const etag = `"${digest}"`;
    void reply.header('ETag', etag).header('Cache-Control', 'private, no-cache');
    if (request.headers['if-none-match'] === etag) return void (await reply.status(304).send());
    const printed = { path: `/documents/${newEmployeeFlyer}`, as: 'pdf', shows: { title, content } } as const;
    const pdf = await this.flyers.of(companyId, digest, () =>
      // Others may wait for it as well, so it is made also if this reader leaves.
      this.maker.make({ document: newEmployeeFlyer, planId, ...printed }, caller, new AbortController().signal),
    );
    await reply
      .header('Content-Type', 'application/pdf')
      .header('Content-Disposition', attachment(fileName, 'pdf'))
      .send(pdf);
  }

  /** What the law asks of employers on a day. */
  private async parameters(day: string) {
    const { parameters } = await datedFigures(this.views);
    const on = (name: string) => newestAt(parameters.get(name), day);
    return { superGuaranteePercent: on('sgRatePercent'), concessionalCap: on('concessionalCap') };
  }
}

@Module({
  imports: [DocumentsModule, ReportPartiesSlice],
  controllers: [NewEmployeeFlyerController],
  providers: [PublicFlyers],
})
export class NewEmployeeFlyerSlice {}
