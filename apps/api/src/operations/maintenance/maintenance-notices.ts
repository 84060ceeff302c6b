import { Injectable } from '@nestjs/common';
import { maintenanceId, maintenanceView } from '@superscope/contracts/read-models/maintenance';
import type { MaintenanceNotice } from '@superscope/domain/maintenance/maintenance';
import { Views } from '../../platform/engines.module.js';
import { answerTime } from '../health/answer-time.js';

/** Reads the notice of maintenance. */
@Injectable()
export class MaintenanceNotices {
  private known: MaintenanceNotice | null = null;

  constructor(private readonly views: Views) {}

  /** The notice announced last, whatever its time. */
  async announced(): Promise<MaintenanceNotice | null> {
    const found = await this.views.of(maintenanceView).findOne({ _id: maintenanceId });
    return (this.known = found?.notice ?? null);
  }

  /** The same, or the last one read while MongoDB is away: a maintenance is announced for exactly such times. */
  async lastKnown(): Promise<MaintenanceNotice | null> {
    await answerTime(() => this.announced());
    return this.known;
  }
}
