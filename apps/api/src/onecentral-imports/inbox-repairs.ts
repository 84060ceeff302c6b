import { Injectable, type OnModuleInit } from '@nestjs/common';
import { onecentralImportsView } from '@superscope/contracts/read-models/onecentral-imports';
import { sydneyDate, sydneyTime } from '@superscope/domain/calendar-dates';
import { mayMend, mendFile, onecentralImportStream } from '@superscope/domain/onecentral-import/onecentral-import';
import { EventStore } from '@superscope/event-store/event-store';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import { RepairOrigins, type RepairOrigin } from '../csv/repair/repair-origins.js';
import { Views } from '../platform/engines.module.js';
import type { FileDocument } from './onecentral-file-list.js';

/** Names this area in copies that are kept to be mended. */
export const onecentral = 'onecentral';

/** Files of the inbox whose copies are mended under Import / Export. */
@Injectable()
export class InboxRepairs implements RepairOrigin, OnModuleInit {
  readonly area = onecentral;

  constructor(
    private readonly origins: RepairOrigins,
    private readonly views: Views,
    private readonly store: EventStore,
  ) {}

  onModuleInit(): void {
    this.origins.add(this);
  }

  async notice(fileId: string): Promise<string | null> {
    const files = this.views.of(onecentralImportsView);
    const file = await files.findOne({ _id: fileId }, { projection: { errors: 0 } });
    if (file?.arrivedAt === undefined) return null;
    const { name, source, arrivedAt } = file;
    const newer = await files
      .find({ name, source, isDeleted: false, arrivedAt: { $gt: arrivedAt } }, { projection: { errors: 0 } })
      .sort({ arrivedAt: -1 })
      .limit(1)
      .next();
    return [
      `OneCentral left this file in the inbox on ${at(arrivedAt)}.`,
      ...(newer === null
        ? []
        : [
            `A newer file of this name came on ${at(newer.arrivedAt)}${newer.status === 'Complete' ? ' and was imported' : ''}: see whether these rows are still wanted.`,
          ]),
      ...whyNot(file),
    ].join(' ');
  }

  async claim(fileId: string, importId: string, by: CommandContext): Promise<void> {
    // Not the import's own command: one that was cut off is begun again by whoever asks, also with other corrections.
    const { bodyDigest: _, ...rest } = by;
    const command = { ...rest, commandId: `${by.commandId}/inbox/${by.actor}` };
    await this.store.transact(onecentralImportStream, fileId, mendFile(by.actor, importId), command);
  }
}

/** Why the copy cannot be imported as it stands. The stream of the file decides when it is. */
function whyNot({ status, isDeleted, mendedBy }: FileDocument): string[] {
  if (mendedBy !== undefined) return [];
  if (isDeleted) return ['It was deleted from OneCentral imports meanwhile, so it cannot be imported here.'];
  if (mayMend(status)) return [];
  return status === 'Complete'
    ? ['It was imported as it arrived meanwhile, so it cannot be imported here.']
    : [
        'It was queued in OneCentral imports meanwhile: as long as it is tried as it arrived, it cannot be imported here.',
      ];
}

const at = (instant: Date): string =>
  `${sydneyDate(instant).split('-').toReversed().join('/')} at ${sydneyTime(instant)}`;
