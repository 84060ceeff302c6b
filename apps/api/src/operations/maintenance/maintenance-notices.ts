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

  /** The same, or what was read last while MongoDB does not answer: that is when people want to know about a maintenance. */
  async lastKnown(): Promise<MaintenanceNotice | null> {
    await answerTime(() => this.announced());
    return this.known;
  }
}
