import type { ExportObject } from '@superscope/domain/salesforce-batch/salesforce-batch';
import type { ReconciledGroup } from '@superscope/domain/salesforce-reconciliation/salesforce-reconciliation';
import { CrmUnclear, type CrmRecord } from './crm.js';

const unsentFlag = 1;
const thereFlag = 2;
/** Above the flags stands the place of the provider. */
const flags = 4;

/** Ids of Salesforce have 15 characters, and three more that say which of them are capitals. */
const shortId = (crmId: string) => crmId.slice(0, 15);

interface OwnRow {
  object: ExportObject;
  key: string;
  providerId: string | null;
}

/**
 * The rows of some objects of the portal that are one object at Salesforce, and the records there. Salesforce finds a record by its external
 * id in capitals or not, so rows are matched in that way where no record has exactly their id. Held in memory: about 100 bytes for a row.
 */
export class BothSides {
  private readonly ours = new Map<ExportObject, Map<string, number>>();
  private readonly providers: (string | null)[] = [];
  private readonly seen = new Set<string>();
  private unmatched: CrmRecord[] = [];
  private readonly extra = new Map<string, { of: Omit<OwnRow, 'key'>; extra: number; toDelete: number }>();

  add({ object, key, providerId }: OwnRow): void {
    const rows = this.ours.get(object) ?? new Map<string, number>();
    this.ours.set(object, rows);
    rows.set(key, this.placeOf(providerId) * flags);
  }

  /** What the next export sends. A row that is not ours yet, or no longer, is of no matter. */
  markUnsent(object: ExportObject, key: string): void {
    this.mark(object, key, unsentFlag);
  }

  /** Forgets what was seen, because the records are read again. */
  begin(): void {
    this.seen.clear();
    this.unmatched = [];
    for (const rows of this.ours.values()) for (const [key, row] of rows) rows.set(key, row & ~thereFlag);
  }

  /** Takes a record. Throws CrmUnclear if it came before: then another one may be missing in its place. */
  see(record: CrmRecord): void {
    const id = shortId(record.crmId);
    if (this.seen.has(id)) throw new CrmUnclear('Salesforce gave a record twice, so another one may be left out.');
    this.seen.add(id);
    const places = [...this.ours].filter(([, rows]) => ((rows.get(record.key) ?? thereFlag) & thereFlag) === 0);
    if (places.length === 0) this.unmatched.push(record);
    for (const [object] of places) this.mark(object, record.key, thereFlag);
  }

  /**
   * Matches what is left without regard to capitals, once everything was seen. Returns second records of rows that have one already, and
   * records of no row.
   */
  settle(): { doubles: CrmRecord[]; strangers: CrmRecord[] } {
    const wanted = new Set(this.unmatched.map(({ key }) => key.toLowerCase()));
    const byLowerCase = new Map<string, { object: ExportObject; key: string }[]>();
    for (const [object, rows] of this.ours)
      for (const key of rows.keys()) {
        const lower = key.toLowerCase();
        if (wanted.has(lower)) byLowerCase.set(lower, [...(byLowerCase.get(lower) ?? []), { object, key }]);
      }
    const doubles: CrmRecord[] = [];
    const strangers: CrmRecord[] = [];
    for (const record of this.unmatched) {
      const rows = byLowerCase.get(record.key.toLowerCase()) ?? [];
      const free = rows.find(({ object, key }) => (this.ours.get(object)!.get(key)! & thereFlag) === 0);
      if (free !== undefined) this.mark(free.object, free.key, thereFlag);
      else (rows.length > 0 ? doubles : strangers).push(record);
    }
    this.unmatched = [];
    return { doubles, strangers };
  }

  /** Rows that Salesforce was given and does not have. */
  *missing(): Generator<OwnRow> {
    for (const [object, rows] of this.ours)
      for (const [key, row] of rows)
        if ((row & (thereFlag | unsentFlag)) === 0) yield { object, key, providerId: this.providerOf(row) };
  }

  /** A row that turned out to be on both sides. False if another record is its own already. */
  match(row: OwnRow): boolean {
    if (((this.ours.get(row.object)?.get(row.key) ?? 0) & thereFlag) !== 0) return false;
    this.add(row);
    this.mark(row.object, row.key, thereFlag);
    return true;
  }

  /** A row that is no longer ours, or that nobody wants there. */
  remove(object: ExportObject, key: string): void {
    this.ours.get(object)?.delete(key);
  }

  addExtra(of: Omit<OwnRow, 'key'>, isToDelete: boolean): void {
    const name = JSON.stringify([of.object, of.providerId]);
    const known = this.extra.get(name) ?? { of, extra: 0, toDelete: 0 };
    this.extra.set(name, { of, extra: known.extra + 1, toDelete: known.toDelete + (isToDelete ? 1 : 0) });
  }

  groups(): ReconciledGroup[] {
    const groups = new Map<string, ReconciledGroup>();
    const groupOf = ({ object, providerId }: Omit<OwnRow, 'key'>): ReconciledGroup => {
      const name = JSON.stringify([object, providerId]);
      const none = { ours: 0, theirs: 0, missing: 0, unsent: 0, extra: 0, toDelete: 0 };
      const group = groups.get(name) ?? { providerId, object, ...none };
      groups.set(name, group);
      return group;
    };
    for (const [object, rows] of this.ours)
      for (const row of rows.values()) {
        const group = groupOf({ object, providerId: this.providerOf(row) });
        group.ours += 1;
        if ((row & thereFlag) !== 0) group.theirs += 1;
        else if ((row & unsentFlag) !== 0) group.unsent += 1;
        else group.missing += 1;
      }
    for (const { of, extra, toDelete } of this.extra.values()) {
      const group = groupOf(of);
      group.theirs += extra;
      group.extra += extra;
      group.toDelete += toDelete;
    }
    return [...groups.values()];
  }

  private mark(object: ExportObject, key: string, flag: number): void {
    const rows = this.ours.get(object);
    const row = rows?.get(key);
    if (row !== undefined) rows!.set(key, row | flag);
  }

  private placeOf(providerId: string | null): number {
    const at = this.providers.indexOf(providerId);
    return at === -1 ? this.providers.push(providerId) - 1 : at;
  }

  private providerOf(row: number): string | null {
    return this.providers[Math.floor(row / flags)] ?? null;
  }
}
