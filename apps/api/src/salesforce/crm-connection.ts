import { Inject, Injectable } from '@nestjs/common';
import { ENV, type Env } from '../env.js';
import { salesforceSettings } from '../platform/settings/salesforce-settings.js';
import { bulkCrm } from './bulk-api/bulk-crm.js';
import { CrmPause, pausing } from './crm-pause.js';
import type { Crm } from './crm.js';

/** The Salesforce that batches are sent to. */
@Injectable()
export class CrmConnection {
  /** Null if none is connected: batches then only make files. */
  readonly crm: Crm | null;

  constructor(@Inject(ENV) env: Env, pause: CrmPause) {
    const settings = salesforceSettings(env);
    this.crm = settings === null ? null : pausing(bulkCrm(settings), pause);
  }
}
