import { membersView } from '@superscope/contracts/read-models/members';
import type { MembershipDates } from '@superscope/domain/member/membership-dates';
import type { Identity } from '@superscope/event-store/keys/identity';
import type { Views } from '../../platform/engines.module.js';
import type { DroppedMember } from './dropped-rows.js';

/** A member whom the views know. */
export interface KnownMember {
  memberId: string;
  platformId: string;
  /** Their current plan. */
  planId: string;
  /** All plans that they belong to or belonged to before. */
  planIds: readonly string[];
  erased: boolean;
  dates: MembershipDates;
}

/** The key under which a member is looked up. */
export interface MemberKey {
  platformId: string;
  /** The fund's member number. */
  number: string;
  key: string;
}

export const memberKey = (platformId: string, number: string): MemberKey => ({
  platformId,
  number,
  key: `${platformId} ${number}`,
});

/** A file names the same members month after month. Beyond this many, the oldest are looked up again. */
const membersKept = 150_000;

/** Finds members by the fund's number. Results are cached, so that a file of many months looks up each member once. */
export class MemberLookup {
  private known = new Map<string, KnownMember | null>();
  /** Keys that an earlier batch is looking up. Batches are awaited in order, so a later batch finds them loaded. */
  private readonly asked = new Set<string>();
  private older = new Map<string, KnownMember | null>();
  private readonly planLists = new Map<string, readonly string[]>();

  constructor(
    private readonly views: Views,
    private readonly identity: Identity,
    /** Members of files that would be imported before. */
    private readonly dropped: ReadonlyMap<string, DroppedMember> | null = null,
  ) {}

  /** Looks up the keys that are not known yet. `get` can answer for all of them once this and every earlier `load` has resolved. */
  async load(keys: Iterable<MemberKey>): Promise<void> {
    const missing = new Map<string, string>();
    for (const { key, platformId, number } of keys) {
      if (this.known.has(key) || this.asked.has(key)) continue;
      const kept = this.older.get(key);
      if (kept !== undefined) this.known.set(key, kept);
      else missing.set(key, this.identity.memberIdOf(platformId, number));
    }
    if (missing.size === 0) return;
    for (const key of missing.keys()) this.asked.add(key);
    const found = await this.find([...missing.values()]);
    for (const [key, memberId] of missing) {
      this.known.set(key, found.get(memberId) ?? null);
      this.asked.delete(key);
    }
  }

  get({ key }: MemberKey): KnownMember | null {
    return this.known.get(key) ?? this.older.get(key) ?? null;
  }

  /** Called between batches. Evicts members that no recent line has named. */
  rest(): void {
    if (this.known.size < membersKept / 2) return;
    this.older = this.known;
    this.known = new Map();
  }

  private async find(memberIds: readonly string[]): Promise<Map<string, KnownMember>> {
    const documents = this.views.of(membersView).find(
      { _id: { $in: [...memberIds] } },
      {
        projection: { platformId: 1, planId: 1, planIds: 1, erased: 1, joinDate: 1, exitDate: 1 },
        batchSize: 5_000,
      },
    );
    const found = new Map<string, KnownMember>();
    for await (const { _id: memberId, platformId, planId = '', planIds = [], erased = false, ...of } of documents) {
      const dates = { joinDate: of.joinDate ?? null, exitDate: of.exitDate ?? null };
      found.set(memberId, { memberId, platformId, planId, planIds: this.shared(planIds), erased, dates });
    }
    if (this.dropped !== null) this.addDropped(memberIds, this.dropped, found);
    return found;
  }

  private addDropped(
    memberIds: readonly string[],
    dropped: ReadonlyMap<string, DroppedMember>,
    found: Map<string, KnownMember>,
  ): void {
    for (const memberId of memberIds) {
      const row = dropped.get(memberId);
      const known = found.get(memberId);
      if (row === undefined || known?.erased) continue;
      const { platformId, planId } = row;
      const planIds = [...new Set([...(known?.planIds ?? []), planId])];
      const dates = patched(known?.dates ?? { joinDate: null, exitDate: null }, row);
      found.set(memberId, { memberId, platformId, planId, planIds: this.shared(planIds), erased: false, dates });
    }
  }

  /** Most members of a plan belong only to that plan, so equal lists are shared. */
  private shared(planIds: readonly string[]): readonly string[] {
    const key = planIds.join(' ');
    const known = this.planLists.get(key);
    if (known) return known;
    this.planLists.set(key, planIds);
    return planIds;
  }
}

/** A date that the file leaves out keeps its value. */
const patched = (known: MembershipDates, { joinDate, exitDate }: DroppedMember): MembershipDates => ({
  joinDate: joinDate === undefined ? known.joinDate : joinDate,
  exitDate: exitDate === undefined ? known.exitDate : exitDate,
});
