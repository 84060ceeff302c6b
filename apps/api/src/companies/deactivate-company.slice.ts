import { Controller, Module } from '@nestjs/common';
import { deactivateCompanyRequest } from '@superscope/contracts/corrections';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { companyStream, deactivateCompany } from '@superscope/domain/company/company';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

export const deactivateCompanyEndpoint = endpoint('POST /api/companies/:companyId/deactivate', {
  summary: 'Marks an employer as no longer taking part from a day on',
  right: 'corrections.write',
  params: { companyId: innerId },
  body: deactivateCompanyRequest,
  answers: { 200: writeAnswer },
  problems: { 404: null },
  noted: 'deactivated company',
});

/** Marks an employer as no longer taking part, from a day on. */
export const DeactivateCompany = decides('DeactivateCompany', companyStream, deactivateCompany);

@Controller()
class DeactivateCompanyController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(deactivateCompanyEndpoint)
  deactivate({ params, body, request }: RequestOf<typeof deactivateCompanyEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, DeactivateCompany.of(params.companyId, body.on));
  }
}

@Module({ controllers: [DeactivateCompanyController], providers: [DeactivateCompany.handler] })
export class DeactivateCompanySlice {}
