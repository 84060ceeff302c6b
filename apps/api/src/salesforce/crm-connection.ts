import { Injectable } from '@nestjs/common';
import type { Crm } from './crm.js';

/** The Salesforce that batches are sent to. */
@Injectable()
export class CrmConnection {
  /** Null if none is connected: batches then only make files. */
  crm: Crm | null = null;
}
