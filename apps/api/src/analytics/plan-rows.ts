import { LRUCache } from 'lru-cache';
import type { ReadModel } from '@superscope/contracts/changes';
import type { PublishingRules } from '@superscope/domain/publishing/publishing-rules';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import type { ChangeCounters } from '../changes/change-counters.js';
import { campaignsOf, planCampaign, type PlanCampaign } from './campaign-members/campaign-runs.js';
import type { Audience } from './compile/compile.js';
import { behindEditions, Editions, type EditionCalendar } from './employer/editions.js';
import { noneJoined, type JoinedPlans } from './employer/joined-plans.js';
import type { PublishingVault } from './load/publishing-keys.js';
import type { QueryClient } from '../platform/clickhouse/query-client.js';
import { longestKeptMilliseconds } from './load/answer-cache.js';
import { runStatement } from './load/run-statement.js';
import type { Statement } from '../platform/clickhouse/statement.js';

const unseenMilliseconds = 100;
const mostKept = 500;
const never = new AbortController().signal;

/**
 * The read models behind an answer about campaigns and their members. Of what members did after a campaign, employers' answers count what was
 * recorded by the newest edition, so later records do not change them.
 */
const madeOf: Record<Audience, readonly ReadModel[]> = {
  employer: ['campaigns', ...behindEditions],
  staff: ['campaigns', 'campaignEngagement', 'memberSnapshots'],
};

interface Kept {
  version: string;
  value: Promise<unknown>;
}

/** Reads one plan's rows for answers outside the query service, and caches those answers until one of their sources changes. */
export class PlanRows {
  private readonly editions: Editions;
  private readonly kept = new LRUCache<string, Kept>({ max: mostKept, ttl: longestKeptMilliseconds });

  constructor(
    private readonly client: QueryClient,
    private readonly counters: ChangeCounters,
    private readonly vault: PublishingVault,
    private readonly timeoutMs: number,
    fromRules: PublishingRules,
    joined: JoinedPlans = noneJoined,
  ) {
    this.editions = new Editions(client, counters, async () => (await vault()).madeAt.toISOString(), fromRules, joined);
  }

  calendar(planId: string): Promise<EditionCalendar> {
    return this.editions.of([planId]);
  }

  async secret(): Promise<PublishingSecret> {
    return (await this.vault()).secret;
  }

  /** Throws EngineBusy. */
  rows(statement: Statement): Promise<unknown[][]> {
    return runStatement(this.client, statement, this.timeoutMs, never);
  }

  async row(statement: Statement): Promise<readonly unknown[] | undefined> {
    return (await this.rows(statement))[0];
  }

  /** Newest first. */
  async campaigns(planId: string): Promise<PlanCampaign[]> {
    return (await this.rows(campaignsOf(planId))).map(planCampaign);
  }

  /** Returns a plan's answer by its name, from the cache if no source has changed. Concurrent callers wait for the same one. */
  async keep<Value>(planId: string, audience: Audience, name: string, make: () => Promise<Value>): Promise<Value> {
    await this.counters.upToDate(unseenMilliseconds);
    const key = JSON.stringify([planId, audience, name]);
    const version = this.counters.of(planId, madeOf[audience]);
    const known = this.kept.get(key);
    if (known?.version === version) return known.value as Promise<Value>;
    const value = make();
    this.kept.set(key, { version, value });
    // A failed answer is not cached.
    value.catch(() => this.kept.get(key)?.value === value && this.kept.delete(key));
    return value;
  }
}
