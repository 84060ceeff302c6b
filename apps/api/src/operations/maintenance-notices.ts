import { Injectable } from '@nestjs/common';
import { maintenanceId, maintenanceView } from '@superscope/contracts/read-models/maintenance';
import type { MaintenanceNotice } from '@superscope/domain/maintenance/maintenance';
import { Views } from '../platform/engines.module.js';
import { answerTime } from './answer-time.js';

/** Reads the maintenance notice. */
@Injectable()
export class MaintenanceNotices {
  private known: MaintenanceNotice | null = null;

  constructor(private readonly views: Views) {}

  /** The last notice, even if its time has passed. */
  async announced(): Promise<MaintenanceNotice | null> {
    return (await this.read()).notice;
  }

  /** The same, with its revision; -1 before the first. */
  async read(): Promise<{ notice: MaintenanceNotice | null; revision: number }> {
    const found = await this.views.of(maintenanceView).findOne({ _id: maintenanceId });
    this.known = found?.notice ?? null;
    return { notice: this.known, revision: found === null ? -1 : Number(found.revision) };
  }

  /** The same, or the notice that was read last if MongoDB is unavailable: maintenance is announced for exactly such times. */
  async lastKnown(): Promise<MaintenanceNotice | null> {
    await answerTime(() => this.announced());
    return this.known;
  }
}
