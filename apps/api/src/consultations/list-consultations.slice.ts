import { Controller, Module } from '@nestjs/common';
import { memberConsultations, type MemberConsultations } from '@superscope/contracts/consultation';
import { memberIdField } from '@superscope/contracts/member-events';
import { memberEventsView } from '@superscope/contracts/read-models/member-events';
import { consultantNames } from '../members/consultant-names.js';
import { standingMember } from '../members/reached-member.js';
import { AccessLog } from '../platform/access/access-log.js';
import { inScope } from '../platform/access/principal.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Views } from '../platform/engines.module.js';

const listConsultationsEndpoint = endpoint('GET /api/members/:memberId/consultations', {
  summary: 'The consultations that were filed for a member in reach, in plans in reach, newest first',
  right: 'consultations.file',
  params: { memberId: memberIdField },
  answers: { 200: memberConsultations },
  problems: { 404: null },
});

@Controller()
class ListConsultationsController {
  constructor(
    private readonly views: Views,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(listConsultationsEndpoint)
  async list({ params, caller, request }: RequestOf<typeof listConsultationsEndpoint>): Promise<MemberConsultations> {
    const { memberId } = params;
    const { planId } = await standingMember(this.views, caller, memberId);
    const found = await this.views
      .of(memberEventsView)
      .findOne({ _id: memberId }, { projection: { consultations: 1 } });
    const filed = Object.values(found?.consultations ?? {})
      // What the member had in a plan out of reach is not told.
      .filter((consultation) => inScope(caller.scope, consultation.planId))
      .toSorted((a, b) => b.at.localeCompare(a.at));
    const names = await consultantNames(
      this.views,
      filed.map(({ filedBy }) => ({ consultant: filedBy })),
    );
    this.access.noteMember(request, caller, { object: 'consultations', planId, memberId, rows: filed.length });
    return filed.map(({ consultationId, at, filedBy, parts }) => ({
      consultationId,
      at,
      filedBy: names(filedBy) ?? filedBy,
      parts,
    }));
  }
}

@Module({ controllers: [ListConsultationsController] })
export class ListConsultationsSlice {}
