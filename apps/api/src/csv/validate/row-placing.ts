import { csvTable, type CsvTable } from '@superscope/contracts/csv-tables';
import { innerId } from '@superscope/domain/outside-id';
import type { Identity } from '@superscope/event-store/identity';
import { inScope, type PlanScope } from '../../platform/principal.js';
import type { ReadRow } from '../reading/row-reader.js';
import type { Place } from '../tables/import-table.js';
import { memberKey, type KnownMember, type MemberKey, type MemberLookup } from './member-lookup.js';
import type { References } from './references.js';

type Fail = (column: string | null, message: string) => void;

const noKeys: readonly MemberKey[] = [];

/** Where a row's plan or campaign is; the platform is '' where only the member can say it. */
export type Outer = Pick<Place, 'platformId' | 'planId' | 'campaignId'>;

/** Finds the inner ids of a row's platform, plan, campaign and member, within the caller's reach. */
export class RowPlacing {
  private readonly by: 'column' | 'plan' | 'campaign' | 'member' | null;
  private readonly namesMember: boolean;

  constructor(
    private readonly table: CsvTable,
    private readonly references: References,
    private readonly members: MemberLookup,
    private readonly identity: Identity,
    private readonly scope: PlanScope,
    /** Inner id of the plan that the query says for all lines, of tables without a plan of their own. */
    private readonly givenPlan: string | null,
  ) {
    const { platformBy, columns } = csvTable(table);
    this.by = platformBy;
    this.namesMember = columns['memberId'] !== undefined;
  }

  /** The platform, plan and campaign; null, and `fail` was told, where there is no such one. */
  outer(row: ReadRow, fail: Fail): Outer | null {
    const { platformId } = row;
    if (platformId !== null && this.table !== 'platforms' && !this.references.platforms.has(platformId)) {
      fail('platformId', `There is no platform ${platformId}.`);
      return null;
    }
    switch (this.by) {
      case null:
        return { platformId: '', planId: '', campaignId: '' };
      case 'column':
      case 'member':
        return { platformId: platformId ?? '', planId: '', campaignId: '' };
      case 'plan': {
        const id = row.values['planId'] as string;
        const planId = this.unique('plan', id, platformId, this.references.plansCalled(id), fail);
        return planId === null ? null : this.inReach(planId, '', fail);
      }
      case 'campaign': {
        const id = row.values['campaignId'] as string;
        const called = this.references.campaignsCalled(id);
        const campaignId = this.unique('campaign', id, platformId, called, fail);
        return campaignId === null ? null : this.inReach(this.references.campaigns.get(campaignId)!, campaignId, fail);
      }
    }
  }

  private inReach(planId: string, campaignId: string, fail: Fail): Outer | null {
    if (!inScope(this.scope, planId)) {
      fail(campaignId === '' ? 'planId' : 'campaignId', 'You do not have access to this plan.');
      return null;
    }
    return { platformId: this.references.plans.get(planId)?.platformId ?? '', planId, campaignId };
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
      fail(`${what}Id`, `There is no ${what} ${id}${platformId === null ? '' : ` on platform ${platformId}`}.`);
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

  /** Platforms and numbers under which a row's member may be known. */
  memberKeys(row: ReadRow, { platformId }: Outer): readonly MemberKey[] {
    if (!this.namesMember) return noKeys;
    const number = row.values['memberId'] as string;
    if (platformId !== '') return [memberKey(platformId, number)];
    return [...this.references.platforms].map((platform) => memberKey(platform, number));
  }

  /** The whole place, once the member lookup has the row's keys. */
  place(row: ReadRow, outer: Outer, keys: readonly MemberKey[], fail: Fail): Place | null {
    if (!this.namesMember) return { ...outer, memberId: '' };
    let member: KnownMember | undefined;
    let another: KnownMember | undefined;
    for (const key of keys) {
      const known = this.members.get(key);
      if (known === null) continue;
      if (member === undefined) member = known;
      else another = known;
    }
    if (this.table === 'members') {
      // Naming somebody else's member would move them here: a caller of some plans may only name those who are in them now.
      if (member !== undefined && !inScope(this.scope, member.planId)) {
        fail('memberId', 'You do not have access to this member.');
        return null;
      }
      if (member?.erased) fail('memberId', 'This member was erased and can not come back. Leave the line out.');
      return { ...outer, memberId: this.identity.memberIdOf(outer.platformId, row.values['memberId'] as string) };
    }
    if (member === undefined) {
      fail('memberId', 'There is no such member.');
      return null;
    }
    if (another !== undefined) {
      fail('memberId', 'Several platforms have such a member: say which with platformId, as a column or in the query.');
      return null;
    }
    const planId = outer.planId === '' ? this.givenPlan : outer.planId;
    if (planId !== null && !member.planIds.includes(planId))
      fail('memberId', 'This member does not belong to this plan, now or before.');
    // A line about a plan in reach may be of who left it; one about the person may not.
    else if (outer.planId === '' && !inScope(this.scope, member.planId)) fail('memberId', 'There is no such member.');
    if (member.erased && this.by === 'member') fail('memberId', 'This member was erased. Leave the line out.');
    return { ...outer, platformId: member.platformId, memberId: member.memberId };
  }
}
