import type { PlanAction } from '@superscope/contracts/plan-actions';
import type { PublishedFigure } from '@superscope/contracts/published-figure';
import type { Meter } from '@superscope/domain/publishing/cell';
import { changeByShare, sharesTogether } from '@superscope/domain/publishing/expected-change';
import { exactFigure as exact, wireFigure } from '../answer/wire-figure.js';
import type { PlanCampaign } from '../campaign-members/campaign-runs.js';
import { aroundOf, membersAround, type Around, type EditionsAround } from '../campaign-members/members-around.js';
import { Budget } from '../employer/budget.js';
import type { EditionCalendar } from '../employer/editions.js';
import type { PlanRows } from '../plan-rows.js';
import { byAction, exactActions, partsOfRow, publishedActions, type ByAction } from './action-answer.js';
import { editionActions, liveActions, newestLiveMonth } from './action-statement.js';
import {
  exactFollowUp,
  followUpValues,
  followUpCounts,
  namesOf,
  publishedFollowUp,
  supportingBy,
  supportsAction,
} from './supporting-campaigns.js';

/** The figures of one action in their wire form. */
export type ActionAnswer = Pick<
  PlanAction,
  'members' | 'share' | 'change' | 'margin' | 'didBefore' | 'likelyChange' | 'campaigns'
>;

export interface ActionsOfMonth {
  /** yyyy-MM */
  month: string;
  byAction: ByAction<ActionAnswer>;
}

const lastMonth = '2149-01';

/** The actions of one plan, for either audience. */
export class ActionFigures {
  constructor(
    private readonly rows: PlanRows,
    private readonly planId: string,
  ) {}

  /** Published figures for employers, at the newest closed month up to `upTo`. Null if no month has closed by then. */
  async published(upTo: string | null): Promise<ActionsOfMonth | null> {
    const [calendar, secret] = await Promise.all([this.rows.calendar(this.planId), this.rows.secret()]);
    const month = calendar.months.findLast((closed) => upTo === null || closed <= upTo);
    if (month === undefined) return null;
    const [row, followed] = await Promise.all([
      this.rows.row(editionActions(calendar.of(this.planId, month)!)),
      this.followed(month, (campaign) => this.editionsAround(campaign, calendar)),
    ]);
    const meter: Meter = { drawn: 0 };
    const figures = publishedActions(partsOfRow(row), calendar.of(this.planId, month)!, { secret, meter });
    const answer = byAction((action): ActionAnswer => {
      const { count, share, change, margin } = figures[action];
      const campaigns = followed
        .filter(({ campaign }) => supportsAction(campaign, action))
        .map(({ campaign, around, editions }) => ({
          campaign,
          ...publishedFollowUp(action, campaign, around, editions!, secret, meter),
        }));
      const before = sharesTogether(
        campaigns.map(({ concerned, acted }) => ({ of: concerned.count, share: acted.share })),
      );
      return {
        members: wireFigure(count),
        share: wireFigure(share),
        change: wireFigure(change),
        margin,
        didBefore: wireFigure(before),
        likelyChange: wireFigure(changeByShare(change, before)),
        campaigns: campaigns.map(({ campaign, concerned, acted }) => ({
          ...namesOf(campaign),
          concerned: wireFigure(concerned.count),
          share: wireFigure(acted.share),
        })),
      };
    });
    await new Budget().spend(meter.drawn);
    return { month, byAction: answer };
  }

  /** Exact figures at the newest month up to `upTo`, which may be the current month. Null if the plan has no rows by then. */
  async exact(upTo: string | null): Promise<ActionsOfMonth | null> {
    const newest = await this.rows.row(newestLiveMonth(this.planId, upTo ?? lastMonth));
    if (newest === undefined) return null;
    const month = String(newest[0]);
    const [row, followed] = await Promise.all([
      this.rows.row(liveActions(this.planId, month)),
      this.followed(month, () => null),
    ]);
    const figures = exactActions(partsOfRow(row));
    const answer = byAction((action): ActionAnswer => {
      const { count, share, change, margin } = figures[action];
      const campaigns = followed
        .filter(({ campaign }) => supportsAction(campaign, action))
        .map(({ campaign, around }) => ({ ...namesOf(campaign), ...exactFollowUp(action, around) }));
      const before = exactShare(campaigns);
      return {
        members: count,
        share,
        change,
        margin,
        didBefore: exact(before),
        likelyChange: exact(
          before === null || change.value === null ? null : Math.round(change.value * before * 10_000) / 1_000_000,
        ),
        campaigns,
      };
    });
    return { month, byAction: answer };
  }

  /** Supporting campaigns with the counts of their members. Campaigns for which `editionsOf` finds no editions are left out. */
  private async followed(
    month: string,
    editionsOf: (campaign: PlanCampaign) => EditionsAround | undefined,
  ): Promise<{ campaign: PlanCampaign; around: Around; editions: EditionsAround }[]> {
    const campaigns = supportingBy(await this.rows.campaigns(this.planId), month);
    const found = campaigns.flatMap((campaign) => {
      const editions = editionsOf(campaign);
      return editions === undefined ? [] : [{ campaign, editions }];
    });
    return Promise.all(
      found.map(async ({ campaign, editions }) => {
        const statement = membersAround(this.planId, campaign, editions, followUpCounts, followUpValues);
        return { campaign, editions, around: aroundOf(await this.rows.row(statement), followUpCounts) };
      }),
    );
  }

  private editionsAround({ before, after }: PlanCampaign, calendar: EditionCalendar): EditionsAround | undefined {
    const editions = { before: calendar.of(this.planId, before), after: calendar.of(this.planId, after) };
    return editions.before && editions.after ? { before: editions.before, after: editions.after } : undefined;
  }
}

function exactShare(parts: readonly { concerned: PublishedFigure; share: PublishedFigure }[]): number | null {
  const members = parts.reduce((all, { concerned }) => all + concerned.value!, 0);
  const did = parts.reduce((all, { concerned, share }) => all + (concerned.value! * (share.value ?? 0)) / 100, 0);
  return members === 0 ? null : Math.round((1000 * did) / members) / 10;
}
