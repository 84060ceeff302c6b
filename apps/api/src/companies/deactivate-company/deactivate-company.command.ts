import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import { companyStream, deactivateCompany } from '@superscope/domain/company/company';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

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
