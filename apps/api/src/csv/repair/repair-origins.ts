import { Injectable } from '@nestjs/common';
import type { CommandContext } from '@superscope/event-store/events/recorded-event';
import type { KeptFrom } from './kept-file.js';

/** An area that has files of its own mended here. */
export interface RepairOrigin {
  area: string;
  /** What people should know of the file before they import it as they corrected it. Null if it is not known any more. */
  notice(id: string): Promise<string | null>;
  /**
   * Claims the file for the import of its corrected copy, so that nobody imports the original as well. The same import may claim it again.
   * Throws RuleViolation('conflict') if the original is, or may be, imported already.
   */
  claim(id: string, importId: string, by: CommandContext): Promise<void>;
}

/** The areas whose files are mended here. Each adds itself when the process starts. */
@Injectable()
export class RepairOrigins {
  private readonly origins = new Map<string, RepairOrigin>();

  add(origin: RepairOrigin): void {
    this.origins.set(origin.area, origin);
  }

  async notice(from: KeptFrom | undefined): Promise<string | null> {
    return from === undefined ? null : this.of(from).notice(from.id);
  }

  async claim(from: KeptFrom | undefined, importId: string, by: CommandContext): Promise<void> {
    if (from !== undefined) await this.of(from).claim(from.id, importId, by);
  }

  private of({ area }: KeptFrom): RepairOrigin {
    const origin = this.origins.get(area);
    if (origin === undefined) throw new Error(`No area ${area} has its files mended here.`);
    return origin;
  }
}
