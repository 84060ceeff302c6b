import { Controller, Module } from '@nestjs/common';
import { choice, date, text, type CsvColumn } from '@superscope/contracts/csv-columns';
import { innerId } from '@superscope/contracts/fields';
import { companiesView } from '@superscope/contracts/read-models/fund';
import { toolTypes } from '@superscope/domain/member/member.events';
import { outsideId } from '@superscope/domain/outside-id';
import { RuleViolation } from '@superscope/domain/rule-violation';
import type { FastifyReply } from 'fastify';
import { z } from 'zod';
import { AccessLog } from '../platform/access/access-log.js';
import { inScope, type Principal } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';
import { EventsOfMembers, type EventOfMember } from './events-of-members.js';
import { ExportMemberEventsSlice } from './export-events.slice.js';
import { memberListMedia, sendMemberList, type MemberListRow } from './member-list.js';

const exportToolUseEndpoint = endpoint('GET /api/moneyFit/exportDetailsCsv', {
  summary:
    'Which member in reach, or of an employer in reach, finished which online tool when, as a CSV file for the fund, not for the employer',
  right: 'members.read',
  query: z.strictObject({ companyId: innerId.optional() }),
  answers: { 200: memberListMedia },
  problems: { 404: null },
  sends: true,
});

const columns: Readonly<Record<string, CsvColumn>> = {
  planId: text(90),
  memberId: text(40),
  surname: text(100),
  givenName: text(100),
  login: text(100),
  company: text(100),
  tool: choice([]),
  date,
};

/** As the portal names the tools. */
const tools: Record<(typeof toolTypes)[number], string> = {
  RiskProfileAssessmentCompleted: 'Risk profile assessment',
  InsuranceAssessmentCompleted: 'Insurance indicator',
  BeneficiaryNominationAssistantCompleted: 'Beneficiary nomination assistant',
};
const isTool = (type: string): type is keyof typeof tools => type in tools;

const rowOf = ({ member, event, on, company }: EventOfMember): MemberListRow => ({
  memberId: member._id,
  values: {
    planId: outsideId(member.planId),
    memberId: member.memberNumber,
    surname: member.surname,
    givenName: member.givenName,
    login: member.login,
    company,
    tool: isTool(event.eventType) ? tools[event.eventType] : event.eventType,
    date: on,
  },
});

@Controller()
class ExportToolUseController {
  constructor(
    private readonly views: Views,
    private readonly events: EventsOfMembers,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(exportToolUseEndpoint)
  async export(
    { query, caller, request }: RequestOf<typeof exportToolUseEndpoint>,
    reply: FastifyReply,
  ): Promise<void> {
    const { companyId } = query;
    const planId = companyId === undefined ? null : await this.planOf(companyId, caller);
    const { userId, role } = caller;
    const filter: Record<string, string> = companyId === undefined ? {} : { companyId };
    const access = { userId, role, planId, object: 'tool use', filter };
    const name = companyId === undefined ? 'moneyFitDetails' : `moneyFitDetails_${outsideId(companyId)}`;
    await sendMemberList({ name, columns, rows: this.rows(caller, companyId) }, this.access, access, request, reply);
  }

  private async *rows(caller: Principal, companyId: string | undefined) {
    const asked = {
      where: 'event_type IN {tools:Array(String)}',
      params: { tools: toolTypes },
      isWanted: ({ eventType }: { eventType: string }) => isTool(eventType),
      ...(companyId !== undefined && { companyId }),
    };
    for await (const some of this.events.of(asked, caller)) yield some.map(rowOf);
  }

  /** Throws RuleViolation for an employer out of reach, in the same words as for none. */
  private async planOf(companyId: string, { scope }: Principal): Promise<string> {
    const company = await this.views.of(companiesView).findOne({ _id: companyId }, { projection: { planId: 1 } });
    if (company === null || !inScope(scope, company.planId))
      throw new RuleViolation('not-found', 'There is no such employer.');
    return company.planId;
  }
}

@Module({ imports: [ExportMemberEventsSlice], controllers: [ExportToolUseController] })
export class ExportToolUseSlice {}
