import { csvTable, type CsvTable } from '@superscope/contracts/csv-tables';
import { membersView } from '@superscope/contracts/read-models/members';
import { outsideId } from '@superscope/domain/outside-id';
import type { Identity } from '@superscope/event-store/keys/identity';
import type { PlanScope } from '../../platform/access/principal.js';
import type { Views } from '../../platform/engines.module.js';
import type { References } from '../validate/references.js';
import { withDigits } from './line-members.js';

/** The column in which a table's own rows get their id. What it holds need not be known. */
const ownIds: Partial<Record<CsvTable, string>> = {
  providers: 'providerId',
  platforms: 'platformId',
  plans: 'planId',
  companies: 'companyId',
  memberCategories: 'categoryId',
  campaigns: 'campaignId',
  members: 'memberId',
};

/** Cells of a row by column. */
type Row = (column: string) => string;

/** The ids that a cell may name, as the fund's files write them. */
export class KnownValues {
  constructor(
    private readonly table: CsvTable,
    private readonly references: References,
    private readonly views: Views,
    private readonly identity: Identity,
    private readonly scope: PlanScope,
  ) {}

  /** Undefined if the column takes any. */
  async of(column: string, cell: string, row: Row): Promise<Iterable<string> | undefined> {
    const { platforms, providers, plans, companies, campaigns } = this.references;
    if (ownIds[this.table] === column) return undefined;
    switch (column) {
      case 'platformId':
        return platforms.keys();
      case 'providerId':
        return providers;
      case 'planId':
        return [...plans.keys()].map(outsideId);
      case 'companyId':
        return [...companies.keys()].map(outsideId);
      case 'campaignId':
        return [...campaigns.keys()].map(outsideId);
      case 'categoryId':
        return this.references.plansCalled(row('planId').trim()).flatMap((id) => [...plans.get(id)!.categories]);
      case 'memberId':
        return this.members(cell, row('platformId').trim());
      default:
        return csvTable(this.table).columns[column]?.type === 'id' ? [] : undefined;
    }
  }

  /** The member whose number is written with letters for digits, if there is one. */
  private async members(cell: string, platformId: string): Promise<string[]> {
    const number = withDigits(cell);
    const { platforms } = this.references;
    const onPlatforms = platformId === '' ? [...platforms.keys()] : platforms.has(platformId) ? [platformId] : [];
    const ids = onPlatforms.map((platform) => this.identity.memberIdOf(platform, number));
    const inReach = this.scope.kind === 'all' ? {} : { planId: { $in: [...this.scope.planIds] } };
    const known = await this.views.of(membersView).countDocuments({ _id: { $in: ids }, ...inReach }, { limit: 1 });
    return known === 0 ? [] : [number];
  }
}
