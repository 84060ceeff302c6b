import type { Decision, DomainEvent, EventShapes, StreamDefinition } from '../event.js';
import { RuleViolation } from '../rule-violation.js';
import { fields, shapesOf, upcastersOf, type RecordOf } from '../fields.js';
import { sameFields } from '../same-fields.js';
import { id, instant, listOf, oneOf, row } from '../shape.js';

export const campaignFields = fields({
  /** `{platformId}.{the file's campaign id}` */
  campaignId: { kind: 'id', needed: true },
  planId: { kind: 'id', needed: true },
  /** The file's value: report, email or Consult campaigns. */
  campaignType: { kind: 'name', most: 40, isCode: true, needed: true },
  name: { kind: 'name', most: 100, needed: true },
  runDate: { kind: 'day', range: 'counted', needed: true },
});
export type CampaignDetails = RecordOf<typeof campaignFields>;

export const engagementSteps = ['Sent', 'Open Email', 'Click Email'] as const;
export type EngagementStep = (typeof engagementSteps)[number];

/** Positional storage format; `at` is an instant in UTC. */
export type EngagementRow = readonly [memberId: string, step: EngagementStep, at: string];

export type CampaignEvent =
  | DomainEvent<'CampaignRun', CampaignDetails>
  | DomainEvent<'CampaignDetailsRevised', CampaignDetails>
  | DomainEvent<'CampaignCancelled', OfCampaign>
  | DomainEvent<'CampaignEngagementImported', OfCampaign & { importId: string; rows: readonly EngagementRow[] }>;

interface OfCampaign {
  campaignId: string;
  /** The plan that the campaign ran for. */
  planId: string;
}

const detailShapes = shapesOf(campaignFields);
const shapes: EventShapes<CampaignEvent> = {
  CampaignRun: detailShapes,
  CampaignDetailsRevised: detailShapes,
  CampaignCancelled: { campaignId: id, planId: id },
  CampaignEngagementImported: {
    campaignId: id,
    planId: id,
    importId: id,
    rows: listOf(row(id, oneOf(engagementSteps), instant)),
  },
};

export interface Campaign {
  details: CampaignDetails | null;
  cancelled: boolean;
  /** Recorded rows, one entry per event. Copying a single set in the fold would be quadratic. */
  engagement: readonly (readonly EngagementRow[])[];
}

const rowKey = ([memberId, step, at]: EngagementRow) => `${memberId} ${step} ${at}`;

export const campaignStream: StreamDefinition<Campaign, CampaignEvent> = {
  category: 'campaign',
  initial: { details: null, cancelled: false, engagement: [] },
  shapes,
  upcasters: { CampaignRun: upcastersOf(campaignFields), CampaignDetailsRevised: upcastersOf(campaignFields) },
  idOf: ({ campaignId }) => campaignId,
  evolve: (campaign, event) => {
    switch (event.type) {
      case 'CampaignRun':
      case 'CampaignDetailsRevised':
        return { ...campaign, details: event.data, cancelled: false };
      case 'CampaignCancelled':
        return { ...campaign, cancelled: true };
      case 'CampaignEngagementImported':
        return { ...campaign, engagement: [...campaign.engagement, event.data.rows] };
      default:
        return campaign;
    }
  },
};

type CampaignDecision = Decision<Campaign, CampaignEvent>;

const run = (campaign: Campaign): CampaignDetails => {
  if (campaign.details === null) throw new RuleViolation('not-found', 'There is no such campaign.');
  return campaign.details;
};

/** Records a campaign that ran, or revises it where a field differs. Recording a cancelled campaign again restores it. */
export const recordCampaign =
  (details: CampaignDetails): CampaignDecision =>
  (campaign) => {
    if (campaign.details === null) return [{ type: 'CampaignRun', data: details }];
    if (!campaign.cancelled && sameFields(campaign.details, details)) return [];
    return [{ type: 'CampaignDetailsRevised', data: details }];
  };

/** Removes a campaign from lists and counts. */
export const cancelCampaign: CampaignDecision = (campaign) => {
  const { campaignId, planId } = run(campaign);
  return campaign.cancelled ? [] : [{ type: 'CampaignCancelled', data: { campaignId, planId } }];
};

/** Rows of one event: about 70 KiB. */
export const engagementRowsPerEvent = 800;

/** Records members' sent, opened and clicked steps; skips rows that are already recorded. */
export const recordEngagement =
  (importId: string, rows: readonly EngagementRow[]): CampaignDecision =>
  (campaign) => {
    const { campaignId, planId } = run(campaign);
    const known = new Set(campaign.engagement.flatMap((recorded) => recorded.map(rowKey)));
    const fresh = rows.filter((row) => {
      const isNew = !known.has(rowKey(row));
      known.add(rowKey(row));
      return isNew;
    });
    const events: CampaignEvent[] = [];
    for (let from = 0; from < fresh.length; from += engagementRowsPerEvent)
      events.push({
        type: 'CampaignEngagementImported',
        data: { campaignId, planId, importId, rows: fresh.slice(from, from + engagementRowsPerEvent) },
      });
    return events;
  };
