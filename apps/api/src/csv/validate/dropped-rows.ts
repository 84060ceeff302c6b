import type { CsvTable } from '@superscope/contracts/csv-tables';
import { partsOf } from '../tables/import-table.js';

/** What a valid line of a file would write. */
interface DroppedLine {
  readonly id: string;
  readonly data: unknown;
}

/** What lines of these tables have in common. */
interface Row extends DroppedMember {
  readonly categoryId: string;
  readonly providerId: string;
  readonly assetCode: string;
}

/** A member whom a file would register or move. */
export interface DroppedMember {
  readonly platformId: string;
  readonly planId: string;
  /** Undefined if the file leaves the column out. */
  readonly joinDate: string | null | undefined;
  readonly exitDate: string | null | undefined;
}

/**
 * Rows of files that would be imported before the one that is checked. They count as known, so that files which refer to one another can be
 * checked before the first of them is written. Only what other rows refer to is kept.
 */
export class DroppedRows {
  readonly providers = new Set<string>();
  /** The provider of each platform. */
  readonly platforms = new Map<string, string>();
  /** The platform of each plan. As below, ids are inner ids. */
  readonly plans = new Map<string, string>();
  /** The plan of each employer. */
  readonly companies = new Map<string, string>();
  /** The categories of each plan. */
  readonly categories = new Map<string, Set<string>>();
  /** The plan of each campaign. */
  readonly campaigns = new Map<string, string>();
  /** The codes of each platform's investment options. */
  readonly assets = new Map<string, Set<string>>();
  readonly members = new Map<string, DroppedMember>();

  add(table: CsvTable, lines: readonly DroppedLine[]): void {
    for (const { id, data } of lines) {
      const {
        platformId = '',
        planId = '',
        categoryId = '',
        providerId = '',
        assetCode = '',
        joinDate,
        exitDate,
      } = data as Partial<Row>;
      switch (table) {
        case 'providers':
          this.providers.add(id);
          break;
        case 'platforms':
          this.platforms.set(id, providerId);
          break;
        case 'plans':
          this.plans.set(id, platformId);
          break;
        case 'companies':
        case 'campaigns':
          this[table].set(id, planId);
          break;
        case 'memberCategories':
          if (!this.categories.has(id)) this.categories.set(id, new Set());
          this.categories.get(id)!.add(categoryId);
          break;
        case 'assets': {
          const [owner] = partsOf(id);
          this.assets.set(owner, (this.assets.get(owner) ?? new Set()).add(assetCode));
          break;
        }
        case 'members':
          this.members.set(id, { platformId, planId, joinDate, exitDate });
          break;
        default:
          break;
      }
    }
  }
}
