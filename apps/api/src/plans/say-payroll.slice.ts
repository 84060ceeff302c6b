import { Controller, Module } from '@nestjs/common';
import { payrollRequest } from '@superscope/contracts/corrections';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { planStream, sayPayroll } from '@superscope/domain/plan/plan';
import { Commands } from '../platform/commands/commands.js';
import { decides } from '../platform/commands/decides.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';

export const sayPayrollEndpoint = endpoint('POST /api/plans/:planId/payroll', {
  summary: 'Says whether all employers of a plan share one payroll. It counts from the next edition of each month',
  right: 'corrections.write',
  params: { planId: innerId },
  body: payrollRequest,
  answers: { 200: writeAnswer },
  problems: { 404: null },
  noted: 'set payroll of plan',
});

/** Says whether all employers of a plan share one payroll; null takes back what was said. */
export const SayPayroll = decides('SayPayroll', planStream, sayPayroll);

@Controller()
class SayPayrollController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(sayPayrollEndpoint)
  say({ params, body, request }: RequestOf<typeof sayPayrollEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, SayPayroll.of(params.planId, body.onePayroll));
  }
}

@Module({ controllers: [SayPayrollController], providers: [SayPayroll.handler] })
export class SayPayrollSlice {}
