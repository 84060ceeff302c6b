import { membersView } from '@superscope/contracts/read-models/members';
import { isErasedNumber } from '@superscope/domain/erased';
import type { EventStore } from '@superscope/event-store/event-store';
import type { Views } from '../../platform/engines.module.js';
import type { CsvRecord } from '../reading/csv-records.js';
import type { FileLayout } from '../reading/file-layout.js';
import type { GroupTable, Item } from '../tables/import-table.js';

interface Group {
  planId: string;
  /** Erased members whom the file identifies by number. */
  named: Set<string>;
  /** Whether the group has a row whose member number reads 'Erased'. */
  reads: boolean;
  /** Members whose stored rows were taken over; null until that has happened. */
  kept: Set<string> | null;
}

/**
 * Handles rows whose member number reads 'Erased', as an export writes them. Nobody can say whose rows they are, so an import leaves them
 * out. But a plan-month is replaced as a whole, so there the stored rows are kept of those erased members whom the file does not identify
 * by number.
 */
export class ErasedRows {
  count = 0;
  private readonly memberCell: number;
  private readonly width: number;
  private readonly groups = new Map<string, Group>();
  private readonly erasedOf = new Map<string, ReadonlySet<string>>();

  constructor(
    { columns, width }: FileLayout,
    private readonly views: Views,
    private readonly store: EventStore,
  ) {
    this.memberCell = columns.find(({ name }) => name === 'memberId')?.index ?? -1;
    this.width = width;
  }

  /** Returns whether the record is such a row, and counts it. */
  takes({ cells }: CsvRecord): boolean {
    if (this.memberCell === -1 || cells.length < this.width || !isErasedNumber(cells[this.memberCell]!)) return false;
    this.count += 1;
    return true;
  }

  /** Records that a plan-month has such a row. */
  note(id: string, planId: string): void {
    this.group(id, planId).reads = true;
  }

  /**
   * Records that a row of a plan-month identifies an erased member. Returns false if that member's stored rows were already taken over.
   */
  names(id: string, planId: string, memberId: string): boolean {
    const { named, kept } = this.group(id, planId);
    named.add(memberId);
    return !kept?.has(memberId);
  }

  /** The stored rows of erased members to keep in a plan-month that has 'Erased' rows. Returns them only once for each plan-month. */
  async standing(id: string, table: GroupTable): Promise<Item[]> {
    const group = this.groups.get(id);
    if (!group?.reads || group.kept !== null || table.standing === undefined) return [];
    const erased = await this.erasedMembers(group.planId);
    const members = new Set([...erased].filter((memberId) => !group.named.has(memberId)));
    const rows = await table.standing(id, members, this.store);
    group.kept = new Set(rows.map(([memberId]) => memberId));
    return rows.map((data) => ({ id, data }));
  }

  private group(id: string, planId: string): Group {
    const group = this.groups.get(id) ?? { planId, named: new Set(), reads: false, kept: null };
    this.groups.set(id, group);
    return group;
  }

  private async erasedMembers(planId: string): Promise<ReadonlySet<string>> {
    const known = this.erasedOf.get(planId);
    if (known !== undefined) return known;
    const found = this.views
      .of(membersView)
      .find({ planIds: planId, erased: true }, { projection: { _id: 1 } })
      .toArray();
    const members = new Set((await found).map(({ _id }) => _id));
    this.erasedOf.set(planId, members);
    return members;
  }
}
