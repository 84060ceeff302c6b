import { Injectable } from '@nestjs/common';
import { workFailuresView } from '@superscope/contracts/read-models/work-failures';
import type { WorkItem } from '@superscope/contracts/work';
import { Views } from '../platform/engines.module.js';
import { userNames } from '../users/user-names.js';

export type Settled = NonNullable<WorkItem['settled']>;

/** Work that did later what the failed work was to do. */
export interface Successor {
  /** 'Batch 6' */
  name: string;
  at: Date;
}

export interface Failure {
  workId: string;
  failedAt: Date;
  successor: () => Promise<Successor | null>;
}

/** How long a failure is listed once it needs nobody any more. */
const listedMs = 7 * 24 * 60 * 60_000;

/** Whether a failure is listed no longer. */
export const isForgotten = ({ settled }: Pick<WorkItem, 'settled'>, now = new Date()): boolean =>
  settled !== null && Date.parse(settled.at) + listedMs < now.getTime();

/** Failures that need nobody any more: somebody has them in hand, or later work did the same. */
@Injectable()
export class SettledFailures {
  constructor(private readonly views: Views) {}

  /** By the ids of the work. */
  async of(failures: readonly Failure[]): Promise<Map<string, Settled>> {
    if (failures.length === 0) return new Map();
    const acknowledged = await this.views
      .of(workFailuresView)
      .find({ _id: { $in: failures.map(({ workId }) => workId) } })
      .toArray();
    const names = await userNames(
      this.views,
      acknowledged.map(({ by }) => by),
    );
    const known = new Map(acknowledged.map((each) => [each._id, each]));
    const found = await Promise.all(
      failures.map(async ({ workId, failedAt, successor }): Promise<[string, Settled] | null> => {
        const later = await successor();
        if (later !== null)
          return [workId, { how: 'succeeded', by: later.name, at: later.at.toISOString(), reason: null }];
        const own = known.get(workId);
        if (own?.failedAt !== failedAt.toISOString()) return null;
        const by = names.get(own.by) ?? 'Somebody whose account is gone';
        return [workId, { how: 'acknowledged', by, at: own.at.toISOString(), reason: own.reason }];
      }),
    );
    return new Map(found.filter((each) => each !== null));
  }
}
