import { membersView } from '@superscope/contracts/read-models/members';
import type { Views } from '../../platform/engines.module.js';
import { takeTurn } from '../../platform/turns.js';

interface Member {
  number: string;
  platformId: string;
}

/** Members to cache: a plan's members recur month after month. */
const membersKept = 50_000;
const documentsPerTurn = 200;

/** Looks up the fund's member numbers for rows that have inner ids. */
export class MemberNumbers {
  private known = new Map<string, Member | null>();

  constructor(private readonly views: Views) {}

  /**
   * Pairs rows with their members. An erased member's number reads 'Erased'. Rows of members whose first event was set aside are left out.
   */
  async with<Row>(rows: readonly Row[], memberIdOf: (row: Row) => string): Promise<{ row: Row; member: Member }[]> {
    const missing = new Set(rows.map(memberIdOf).filter((id) => !this.known.has(id)));
    if (this.known.size + missing.size > membersKept) {
      this.known = new Map();
      for (const row of rows) missing.add(memberIdOf(row));
    }
    if (missing.size > 0) await this.load([...missing]);
    return rows.flatMap((row) => {
      const member = this.known.get(memberIdOf(row));
      return member ? [{ row, member }] : [];
    });
  }

  private async load(ids: string[]): Promise<void> {
    for (const id of ids) this.known.set(id, null);
    const found = this.views
      .of(membersView)
      .find(
        { _id: { $in: ids }, platformId: { $exists: true } },
        { projection: { memberNumber: 1, platformId: 1 }, batchSize: 5_000 },
      );
    // Documents of a batch are decoded without the event loop going round, and so is what follows once the last of them is there.
    let read = 0;
    for await (const { _id, memberNumber, platformId } of found) {
      if (read % documentsPerTurn === 0) await takeTurn();
      read += 1;
      this.known.set(_id, { number: memberNumber, platformId });
    }
    if (read > 0) await takeTurn();
  }
}
