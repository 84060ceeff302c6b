import { Controller, Module } from '@nestjs/common';
import { memberBalances, type MemberBalances } from '@superscope/contracts/fee-comparison';
import { memberIdField } from '@superscope/contracts/member-events';
import { plansView, platformsView } from '@superscope/contracts/read-models/fund';
import { sydneyDate } from '@superscope/domain/calendar-dates';
import { innerId } from '@superscope/domain/outside-id';
import { standingMember } from '../members/reached-member.js';
import { AccessLog } from '../platform/access/access-log.js';
import { Endpoint, endpoint, type RequestOf } from '../platform/endpoint/endpoint.js';
import { Analytics, Views } from '../platform/engines.module.js';
import { memberHoldings } from './member-holdings.js';
import { assetsOf, optionName } from './published-fees.js';

const memberBalancesEndpoint = endpoint('GET /api/members/:memberId/balances', {
  summary: 'What a member in reach has in each investment, at the newest month with holdings',
  right: 'fees.compare',
  params: { memberId: memberIdField },
  answers: { 200: memberBalances },
  problems: { 404: null },
});

@Controller()
class MemberBalancesController {
  constructor(
    private readonly views: Views,
    private readonly analytics: Analytics,
    private readonly access: AccessLog,
  ) {}

  @Endpoint(memberBalancesEndpoint)
  async balances({ params, caller, request }: RequestOf<typeof memberBalancesEndpoint>): Promise<MemberBalances> {
    const { memberId } = params;
    const { planId, platformId } = await standingMember(this.views, caller, memberId);
    const [{ asAt, holdings }, assets, plan, platform] = await Promise.all([
      memberHoldings(this.analytics, { planId, memberId }),
      assetsOf(this.views, platformId, sydneyDate(new Date())),
      this.views.of(plansView).findOne({ _id: planId }, { projection: { name: 1 } }),
      this.views.of(platformsView).findOne({ _id: platformId }, { projection: { name: 1 } }),
    ]);
    this.access.noteMember(request, caller, { object: 'balances', planId, memberId, rows: holdings.length });
    return {
      asAt,
      plan: { id: planId, name: plan?.name ?? planId },
      platform: { id: platformId, name: platform?.name ?? platformId },
      assetBalances: holdings.map(({ assetCode, balanceCents }) => ({
        assetId: innerId(platformId, assetCode),
        asset: optionName(assets, assetCode),
        balance: balanceCents / 100,
      })),
      balance: holdings.reduce((sum, { balanceCents }) => sum + balanceCents, 0) / 100,
    };
  }
}

@Module({ controllers: [MemberBalancesController] })
export class MemberBalancesSlice {}
