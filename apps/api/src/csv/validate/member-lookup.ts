import { membersView } from '@superscope/contracts/read-models/members';
import type { Identity } from '@superscope/event-store/keys/identity';
import type { Views } from '../../platform/engines.module.js';

/** A member that the views know. */
export interface KnownMember {
  memberId: string;
  platformId: string;
  /** Where they are now. */
  planId: string;
  /** Plans they belong to or belonged to before. */
  planIds: readonly string[];
  erased: boolean;
}

/** Under which a member may be known. */
export interface MemberKey {
  platformId: string;
  /** The fund's. */
  number: string;
  key: string;
}

export const memberKey = (platformId: string, number: string): MemberKey => ({
  platformId,
  number,
  key: `${platformId} ${number}`,
});

/** The members of a file come back month after month; of more than this the oldest are asked for again. */
const membersKept = 150_000;

/** Finds members by the fund's number. Answers are kept, so that a file of many months asks once for each member. */
export class MemberLookup {
  private known = new Map<string, KnownMember | null>();
  /** Those of lines read before that are being asked for: who waits for them waits for their own lines after. */
  private readonly asked = new Set<string>();
  private older = new Map<string, KnownMember | null>();
  private readonly planLists = new Map<string, readonly string[]>();

  constructor(
    private readonly views: Views,
    private readonly identity: Identity,
  ) {}

  /** Looks up those not known yet, so that `get` can answer for all once this and every `load` before it has resolved. */
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

  /** Called between batches: forgets whom no line named for long. */
  rest(): void {
    if (this.known.size < membersKept / 2) return;
    this.older = this.known;
    this.known = new Map();
  }

  private async find(memberIds: readonly string[]): Promise<Map<string, KnownMember>> {
    const documents = this.views
      .of(membersView)
      .find(
        { _id: { $in: [...memberIds] } },
        { projection: { platformId: 1, planId: 1, planIds: 1, erased: 1 }, batchSize: 5_000 },
      );
    const found = new Map<string, KnownMember>();
    for await (const { _id: memberId, platformId, planId = '', planIds = [], erased = false } of documents)
      found.set(memberId, { memberId, platformId, planId, planIds: this.shared(planIds), erased });
    return found;
  }

  /** Most members of a plan belong to that one: their lists are one list. */
  private shared(planIds: readonly string[]): readonly string[] {
    const key = planIds.join(' ');
    const known = this.planLists.get(key);
    if (known) return known;
    this.planLists.set(key, planIds);
    return planIds;
  }
}
