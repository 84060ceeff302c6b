import { Injectable } from '@nestjs/common';
import { Command, CommandHandler, type ICommandHandler } from '@nestjs/cqrs';
import {
  announceMaintenance,
  maintenanceStream,
  withdrawMaintenance,
  type MaintenanceNotice,
} from '@superscope/domain/maintenance/maintenance';
import { EventStore, type Written } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';

/** Announces maintenance to everybody and replaces an earlier announcement. */
export class AnnounceMaintenance extends Command<Written> {
  constructor(
    readonly notice: MaintenanceNotice,
    readonly by: CommandContext,
  ) {
    super();
  }
}

export class WithdrawMaintenance extends Command<Written> {
  constructor(readonly by: CommandContext) {
    super();
  }
}

@CommandHandler(AnnounceMaintenance)
@Injectable()
export class AnnounceMaintenanceHandler implements ICommandHandler<AnnounceMaintenance> {
  constructor(private readonly store: EventStore) {}

  execute({ notice, by }: AnnounceMaintenance): Promise<Written> {
    return this.store.transact(maintenanceStream, '', announceMaintenance(notice, by.at), by);
  }
}

@CommandHandler(WithdrawMaintenance)
@Injectable()
export class WithdrawMaintenanceHandler implements ICommandHandler<WithdrawMaintenance> {
  constructor(private readonly store: EventStore) {}

  execute({ by }: WithdrawMaintenance): Promise<Written> {
    return this.store.transact(maintenanceStream, '', withdrawMaintenance, by);
  }
}
