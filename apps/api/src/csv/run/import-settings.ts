import { Injectable } from '@nestjs/common';

/** How long imports wait for each other and for the views. Tests shorten it. */
@Injectable()
export class ImportSettings {
  /** A lease that was not renewed for this long belongs to an api that died. */
  leaseMilliseconds = 20_000;
  progressMilliseconds = 2_000;
  /** How long an upload waits for the imports before it, and for the views to show them. */
  waitForReferencesMilliseconds = 60_000;
  /** A spool is deleted this long after its import began, once the import has ended. */
  keepSpoolsMilliseconds = 24 * 3_600_000;
  /** A refused file that somebody mends is deleted this long after it was sent. */
  keepRefusedMilliseconds = 30 * 24 * 3_600_000;
  maxFileBytes = 1024 ** 3;
}
