import type { CampaignEffect } from '@superscope/contracts/campaign-effect';
import type { Meter } from '@superscope/domain/publishing/cell';
import {
  effectOf,
  isClear,
  othersOf,
  publishedEffect,
  shareOf,
  type Acted,
  type Effect,
} from '@superscope/domain/publishing/campaign-effect';
import type { PublishedCount } from '@superscope/domain/publishing/publish';
import type { Published } from '@superscope/domain/publishing/published';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import { exactFigure, wireFigure } from '../answer/wire-figure.js';
import { actedOfAll, actedOfRecipients, type AimMetric } from './aim-metrics.js';
import type { PlanCampaign } from './campaign-runs.js';
import { cellsAround } from './cell-around.js';
import type { Around, EditionsAround } from './members-around.js';
import { publishedActed } from './published-acted.js';

export type EffectFigures = Pick<CampaignEffect, 'recipients' | 'others' | 'points' | 'low' | 'high' | 'clear'>;

const interval = (effect: Effect | null): Pick<EffectFigures, 'low' | 'high' | 'clear'> =>
  effect === null
    ? { low: null, high: null, clear: false }
    : { low: effect.low, high: effect.high, clear: isClear(effect) };

const countsOf = ({ concerned, acted }: Acted<PublishedCount>): Acted<Published> => ({
  concerned: concerned.count,
  acted: acted.count,
});

/** A campaign's effect for employers, computed from published counts of all members and of the recipients. */
export function publishedEffectOf(
  campaign: PlanCampaign,
  metric: AimMetric,
  around: Around,
  editions: NonNullable<EditionsAround>,
  secret: PublishingSecret,
  meter: Meter,
): EffectFigures {
  const published = publishedActed(metric, campaign, around, cellsAround(around, editions, secret, meter));
  const [all, recipients] = [countsOf(published.all), countsOf(published.recipients)];
  const { points, effect } = publishedEffect(all, recipients, published.twins);
  const group = (of: Acted<Published>) => ({
    concerned: wireFigure(of.concerned),
    acted: wireFigure(of.acted),
    share: wireFigure(shareOf(of)),
  });
  return {
    recipients: group(recipients),
    others: group(othersOf(all, recipients)),
    points: wireFigure(points),
    ...interval(effect),
  };
}

/** The same for the staff audience. */
export function exactEffectOf(metric: AimMetric, around: Around): EffectFigures {
  const all = actedOfAll(metric, around);
  const recipients = actedOfRecipients(metric, around);
  const others = { concerned: all.concerned - recipients.concerned, acted: all.acted - recipients.acted };
  const group = ({ concerned, acted }: Acted<number>) => ({
    concerned: exactFigure(concerned),
    acted: exactFigure(acted),
    share: exactFigure(concerned === 0 ? null : Math.round((1000 * acted) / concerned) / 10),
  });
  const effect = effectOf(recipients, others);
  return {
    recipients: group(recipients),
    others: group(others),
    points: exactFigure(effect?.points ?? null),
    ...interval(effect),
  };
}
