import type { DocumentOf } from '@superscope/contracts/read-models/document-view';
import { looksLikeKey, membersView, searchVersion } from '@superscope/contracts/read-models/members';
import type { MembershipDates } from '@superscope/domain/member/membership-dates';
import { lookAlikeKey } from '@superscope/domain/text/clean-text';
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
  /** The number under which they are stored. */
  number: string;
}

/** A member whose stored number looks the same as a number in a file, but has another form. */
export type LookAlike = Omit<KnownMember, 'number'> & { number: string | null };

/** The key under which a member is looked up. */
export interface MemberKey {
  platformId: string;
  /** The fund's member number, clean. */
  number: string;
  /** The same as the file writes it. Earlier releases stored numbers so. */
  written: string;
  key: string;
}

export const memberKey = (platformId: string, number: string, written: string): MemberKey => ({
  platformId,
  number,
  written,
  key: written === number ? `${platformId} ${number}` : `${platformId} ${number}\u0000${written}`,
});

type Stored = Pick<
  DocumentOf<typeof membersView>,
  '_id' | 'platformId' | 'planId' | 'planIds' | 'erased' | 'joinDate' | 'exitDate' | 'memberNumber' | 'looksLike'
>;

const storedFields = {
  platformId: 1,
  planId: 1,
  planIds: 1,
  erased: 1,
  joinDate: 1,
  exitDate: 1,
  memberNumber: 1,
  looksLike: 1,
} as const;

/** A file names the same members month after month. Beyond this many, the oldest are looked up again. */
const membersKept = 150_000;

/** Finds members by the fund's number. Results are cached, so that a file of many months looks up each member once. */
export class MemberLookup {
  private known = new Map<string, KnownMember | null>();
  /** Keys that an earlier batch is looking up. Batches are awaited in order, so a later batch finds them loaded. */
  private readonly asked = new Set<string>();
  private older = new Map<string, KnownMember | null>();
  private readonly planLists = new Map<string, readonly string[]>();
  private readonly lookAlikes = new Map<string, LookAlike>();
  private storedOtherwise: Promise<boolean> | null = null;

  constructor(
    private readonly views: Views,
    private readonly identity: Identity,
    /** Members of files that would be imported before. */
    private readonly dropped: ReadonlyMap<string, DroppedMember> | null = null,
  ) {}

  /** Looks up the keys that are not known yet. `get` can answer for all of them once this and every earlier `load` has resolved. */
  async load(keys: Iterable<MemberKey>): Promise<void> {
    const missing = new Map<string, MemberKey>();
    for (const wanted of keys) {
      const { key } = wanted;
      if (this.known.has(key) || this.asked.has(key)) continue;
      const kept = this.older.get(key);
      if (kept !== undefined) this.known.set(key, kept);
      else missing.set(key, wanted);
    }
    if (missing.size === 0) return;
    for (const key of missing.keys()) this.asked.add(key);
    const idsOf = new Map([...missing].map(([key, wanted]) => [key, this.idsOf(wanted)]));
    const [found, looking] = await Promise.all([
      this.find(
        [...idsOf.values()].flatMap(({ ids, likeId }) => [...ids.keys(), ...(likeId === null ? [] : [likeId])]),
      ),
      this.lookingLike([...missing.values()]),
    ]);
    for (const [key, wanted] of missing) {
      const { ids, likeId } = idsOf.get(key)!;
      const [exact] = [...ids].flatMap(([id, number]) => (found.has(id) ? [{ ...found.get(id)!, number }] : []));
      this.known.set(key, exact ?? null);
      this.asked.delete(key);
      if (exact !== undefined) continue;
      const like =
        (likeId === null ? undefined : found.get(likeId)) ??
        looking.get(looksLikeKey(wanted.platformId, wanted.number));
      if (like !== undefined) this.lookAlikes.set(key, like);
    }
  }

  /** The member with a key that is not known, but looks the same as that member's; null if there is none. */
  lookAlikeOf({ key }: MemberKey): LookAlike | null {
    return this.lookAlikes.get(key) ?? null;
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

  /** The ids that a member with this number may have, each with the number it follows from, and the id of what the number looks like. */
  private idsOf({ platformId, number, written }: MemberKey) {
    const idOf = (text: string) => this.identity.memberIdOf(platformId, text);
    const ids = new Map([...new Set([written, number])].map((text) => [idOf(text), text]));
    const like = lookAlikeKey(number);
    return { ids, likeId: like === number ? null : idOf(like) };
  }

  private async find(memberIds: readonly string[]): Promise<Map<string, LookAlike>> {
    const documents = this.views
      .of(membersView)
      .find({ _id: { $in: [...memberIds] } }, { projection: storedFields, batchSize: 5_000 });
    const found = new Map<string, LookAlike>();
    for await (const member of documents) found.set(member._id, this.memberOf(member));
    if (this.dropped !== null) this.addDropped(memberIds, this.dropped, found);
    return found;
  }

  /** Members that are stored under another form of these numbers, by `looksLike`. */
  private async lookingLike(keys: readonly MemberKey[]): Promise<Map<string, LookAlike>> {
    const found = new Map<string, LookAlike>();
    if (!(await (this.storedOtherwise ??= this.anyStoredOtherwise()))) return found;
    const wanted = [...new Set(keys.map(({ platformId, number }) => looksLikeKey(platformId, number)))];
    const documents = this.views
      .of(membersView)
      .find({ searchVersion, looksLike: { $in: wanted } }, { projection: storedFields, batchSize: 5_000 });
    for await (const member of documents) found.set(member.looksLike!, this.memberOf(member));
    return found;
  }

  /** Most funds have no such number, and then no line needs the second look. */
  private async anyStoredOtherwise(): Promise<boolean> {
    const any = await this.views
      .of(membersView)
      .findOne({ searchVersion, looksLike: { $gt: '' } }, { projection: { _id: 1 } });
    return any !== null;
  }

  private memberOf({
    _id: memberId,
    platformId,
    planId = '',
    planIds = [],
    erased = false,
    joinDate = null,
    exitDate = null,
    memberNumber,
  }: Stored): LookAlike {
    const number = erased ? null : memberNumber;
    const dates = { joinDate, exitDate };
    return { memberId, platformId, planId, planIds: this.shared(planIds), erased, dates, number };
  }

  private addDropped(
    memberIds: readonly string[],
    dropped: ReadonlyMap<string, DroppedMember>,
    found: Map<string, LookAlike>,
  ): void {
    for (const memberId of memberIds) {
      const row = dropped.get(memberId);
      const known = found.get(memberId);
      if (row === undefined || known?.erased) continue;
      const { platformId, planId } = row;
      const number = known?.number ?? null;
      const planIds = [...new Set([...(known?.planIds ?? []), planId])];
      const dates = patched(known?.dates ?? { joinDate: null, exitDate: null }, row);
      found.set(memberId, {
        memberId,
        platformId,
        planId,
        planIds: this.shared(planIds),
        erased: false,
        dates,
        number,
      });
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
