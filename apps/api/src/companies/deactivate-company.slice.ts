import { Controller, Injectable, Module } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { deactivateCompanyRequest } from '@superscope/contracts/corrections';
import { writeAnswer, type WriteAnswer } from '@superscope/contracts/csv-import';
import { innerId } from '@superscope/contracts/fields';
import { companyStream, deactivateCompany } from '@superscope/domain/company/company';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { Commands } from '../platform/commands/commands.js';
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
export class DeactivateCompany extends Command<Written> {
  constructor(
    readonly companyId: string,
    readonly on: string,
    readonly by: CommandContext,
  ) {
    super();
  }
}

@CommandHandler(DeactivateCompany)
@Injectable()
export class DeactivateCompanyHandler implements ICommandHandler<DeactivateCompany> {
  constructor(private readonly store: EventStore) {}

  execute({ companyId, on, by }: DeactivateCompany): Promise<Written> {
    return this.store.transact(companyStream, companyId, deactivateCompany(on), by);
  }
}

@Controller()
class DeactivateCompanyController {
  constructor(private readonly commands: Commands) {}

  @Endpoint(deactivateCompanyEndpoint)
  deactivate({ params, body, request }: RequestOf<typeof deactivateCompanyEndpoint>): Promise<WriteAnswer> {
    return this.commands.write(request, (by) => new DeactivateCompany(params.companyId, body.on, by));
  }
}

@Module({ controllers: [DeactivateCompanyController], providers: [DeactivateCompanyHandler] })
export class DeactivateCompanySlice {}
