import { csvTable, type CsvTable } from '@superscope/contracts/csv-tables';
import { innerId } from '@superscope/domain/outside-id';
import type { Identity } from '@superscope/event-store/keys/identity';
import { inScope, type PlanScope } from '../../platform/access/principal.js';
import type { ReadRow } from '../reading/row-reader.js';
import type { Place } from '../tables/import-table.js';
import { memberKey, type KnownMember, type MemberKey, type MemberLookup } from './member-lookup.js';
import type { References } from './references.js';
import { looksLikeStored } from './written-key.js';

type Fail = (column: string | null, message: string) => void;

/** The platform, plan and campaign of a row. */
export type Outer = Pick<Place, 'platformId' | 'planId' | 'campaignId'>;

/** Also for a member out of the caller's reach. A member's number is not quoted. */
const unknownMember = 'There is no such member. Import the member first, or correct the number.';

/** Finds the inner ids of a row's platform, plan, campaign and member, within the caller's reach. */
export class RowPlacing {
  private readonly by: 'column' | 'plan' | 'campaign' | 'member' | null;
  private readonly namesMember: boolean;
  private readonly onlyPlatform: string | null;

  constructor(
    private readonly table: CsvTable,
    private readonly references: References,
    private readonly members: MemberLookup,
    private readonly identity: Identity,
    private readonly scope: PlanScope,
    /** Inner id of the plan that the query names for all lines, for tables without a plan column. */
    private readonly givenPlan: string | null,
  ) {
    const { platformBy, columns } = csvTable(table);
    this.by = platformBy;
    this.namesMember = columns['memberId'] !== undefined;
    this.onlyPlatform = this.platformInReach();
  }

  /** The platform, plan and campaign; null after an error was recorded with `fail`. */
  outer(row: ReadRow, fail: Fail): Outer | null {
    const { platformId } = row;
    if (platformId !== null && this.table !== 'platforms' && !this.references.platforms.has(platformId)) {
      fail('platformId', `There is no platform ${platformId}. Import it first, or correct the id.`);
      return null;
    }
    switch (this.by) {
      case null:
        return { platformId: '', planId: '', campaignId: '' };
      case 'column':
        return { platformId: platformId ?? '', planId: '', campaignId: '' };
      case 'member': {
        const of = platformId ?? this.onlyPlatform;
        if (of !== null) return { platformId: of, planId: '', campaignId: '' };
        fail('platformId', 'There are several platforms: say which one, as a column or in the query.');
        return null;
      }
      case 'plan': {
        const id = row.values['planId'] as string | null | undefined;
        // Only tables whose lines need not name a plan have a blank one.
        if (id == null) return this.ofNoPlan(fail);
        const planId = this.unique('plan', id, platformId, this.references.plansCalled(id), fail);
        return planId === null ? null : this.within(planId, '');
      }
      case 'campaign': {
        const id = row.values['campaignId'] as string;
        const called = this.references.campaignsCalled(id);
        const campaignId = this.unique('campaign', id, platformId, called, fail);
        if (campaignId === null) return null;
        const planId = this.references.campaigns.get(campaignId)!;
        if (this.givenPlan === null || this.givenPlan === planId) return this.within(planId, campaignId);
        fail('campaignId', 'This line belongs to another plan than the chosen one.');
        return null;
      }
    }
  }

  /** A line that is about every plan. Callers who reach single plans write lines of those only. */
  private ofNoPlan(fail: Fail): Outer | null {
    if (this.scope.kind === 'all') return { platformId: '', planId: '', campaignId: '' };
    fail('planId', 'Name the plan: this line would be for every plan.');
    return null;
  }

  private within(planId: string, campaignId: string): Outer {
    return { platformId: this.references.plans.get(planId)?.platformId ?? '', planId, campaignId };
  }

  /** Whether a member belongs, or once belonged, to a plan within the scope. Members of other plans are treated as unknown. */
  private hasReached({ planIds }: Pick<KnownMember, 'planIds'>): boolean {
    return this.scope.kind === 'all' || planIds.some((id) => inScope(this.scope, id));
  }

  private unique(
    what: 'plan' | 'campaign',
    id: string,
    platformId: string | null,
    candidates: readonly string[],
    fail: Fail,
  ): string | null {
    const [one, another] = platformId === null ? candidates : candidates.filter((c) => c === innerId(platformId, id));
    if (one === undefined) {
      const where = platformId === null ? '' : ' on this platform';
      fail(`${what}Id`, `There is no ${what} ${id}${where}. Import it first, or correct the id.`);
      return null;
    }
    if (another !== undefined) {
      fail(
        `${what}Id`,
        `Several platforms have a ${what} ${id}: say which with platformId, as a column or in the query.`,
      );
      return null;
    }
    return one;
  }

  /** The platform that lines need not name, because the caller can reach no other. */
  private platformInReach(): string | null {
    const { platforms, plans } = this.references;
    if (this.givenPlan !== null) return plans.get(this.givenPlan)?.platformId ?? null;
    const reached =
      this.scope.kind === 'all'
        ? new Set(platforms.keys())
        : new Set([...this.scope.planIds].map((id) => plans.get(id)?.platformId));
    return reached.size === 1 ? ([...reached][0] ?? null) : null;
  }

  /** The key of a row's member; null if the table names no members. */
  memberKey(row: ReadRow, { platformId }: Outer, written: string | null): MemberKey | null {
    const number = row.values['memberId'] as string;
    return this.namesMember ? memberKey(platformId, number, written ?? number) : null;
  }

  /**
   * All inner ids of a row. The member lookup must have loaded its key. Errors are recorded with `fail`. Null if the member is unknown or
   * not within the caller's scope.
   */
  place(row: ReadRow, outer: Outer, key: MemberKey | null, fail: Fail): Place | null {
    if (key === null) return { ...outer, memberId: '', memberNumber: '' };
    const member = this.members.get(key) ?? undefined;
    const like = this.members.lookAlikeOf(key);
    if (member === undefined && like !== null) {
      fail('memberId', looksLikeStored(key.written, this.hasReached(like) ? like.number : null));
      return null;
    }
    if (this.table === 'members') {
      // A row with another plan's member would move them here, so callers of limited scope may only name current members of their plans.
      if (member !== undefined && !inScope(this.scope, member.planId)) {
        fail('memberId', 'You do not have access to this member.');
        return null;
      }
      if (member?.erased) fail('memberId', 'This member was erased and cannot come back. Leave the line out.');
      const { number: memberNumber } = member ?? key;
      return { ...outer, memberId: this.identity.memberIdOf(outer.platformId, memberNumber), memberNumber };
    }
    if (member === undefined || !this.hasReached(member)) {
      fail('memberId', unknownMember);
      return null;
    }
    const planId = outer.planId === '' ? this.givenPlan : outer.planId;
    if (planId !== null && !member.planIds.includes(planId))
      fail('memberId', 'This member does not belong to this plan, now or before.');
    // A line about a plan within the scope may name a member who has left the plan. A line about a person may not.
    else if (outer.planId === '' && !inScope(this.scope, member.planId)) fail('memberId', unknownMember);
    if (member.erased && this.by === 'member') fail('memberId', 'This member was erased. Leave the line out.');
    const { platformId, memberId, number: memberNumber } = member;
    return { platformId, planId: outer.planId, campaignId: outer.campaignId, memberId, memberNumber };
  }
}
