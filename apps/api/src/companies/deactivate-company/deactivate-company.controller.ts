import { Controller } from '@nestjs/common';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { day, innerId } from '@superscope/contracts/fields';
import { z } from 'zod';
import { Commands } from '../../platform/commands/commands.js';
import { Endpoint, endpoint, type RequestOf } from '../../platform/endpoint/endpoint.js';
import { DeactivateCompany } from './deactivate-company.command.js';

export const deactivateCompanyEndpoint = endpoint('POST /api/companies/:companyId/deactivate', {
  summary: 'Marks an employer as no longer taking part from a day on',
  right: 'corrections.write',
  noted: 'deactivated company',
  params: { companyId: innerId },
  body: z.strictObject({ on: day }),
  answers: { 200: writeAnswer },
  problems: { 404: null },
});

@Controller()
export class DeactivateCompanyController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(deactivateCompanyEndpoint)
  deactivate({ params, body, request }: RequestOf<typeof deactivateCompanyEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new DeactivateCompany(params.companyId, body.on, by));
  }
}
