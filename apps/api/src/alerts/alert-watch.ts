import { createHash } from 'node:crypto';
import { Injectable, Logger, type BeforeApplicationShutdown, type OnApplicationBootstrap } from '@nestjs/common';
import { afterLook, told, type Episode } from '@superscope/domain/alerts/alert-episode';
import { isInHand, isMutedAt, type Alerts } from '@superscope/domain/alerts/alerts';
import { Lease, type Held } from '@superscope/event-store/leases/lease';
import { DevOpsTrees } from '../dev-ops/dev-ops-trees.js';
import { type CheckOutcome } from '../platform/checks/own-checks.js';
import { Ops } from '../platform/engines.module.js';
import { looksOf, type LookedCheck } from '../platform/checks/newest-look.js';
import { episodesOf } from './alert-documents.js';
import { AlertMessages } from './alert-messages.js';
import { AlertRegister, type SigningAddress } from './alert-register.js';
import { AlertSettings } from './alert-settings.js';
import { MongoAwayTelling } from './mongo-away-telling.js';

const firstLookAfterMs = 20_000;

const digest = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 16);

/** What concerns an outcome, as digests, because some name senders. */
const concernsOf = ({ finding }: Pick<CheckOutcome, 'finding'>): string[] =>
  (finding?.parts ?? []).map(({ key, label }) => digest(key ?? label));

/**
 * Looks at every check each minute and has addresses told of what begins, lasts and ends. One api does, under a lease. What is to be told is
 * kept before the episode says that it was, under a name that is the same after a crash.
 */
@Injectable()
export class AlertWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Alerts');
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;
  private held: Held | null = null;
  private lookedAt = Number.NEGATIVE_INFINITY;
  private turning: Promise<void> = Promise.resolve();

  constructor(
    private readonly ops: Ops,
    private readonly trees: DevOpsTrees,
    private readonly register: AlertRegister,
    private readonly messages: AlertMessages,
    private readonly settings: AlertSettings,
    private readonly mongoAway: MongoAwayTelling,
  ) {}

  onApplicationBootstrap(): void {
    this.next(firstLookAfterMs);
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
    await this.turning;
    await this.held?.release().catch(() => undefined);
  }

  private next(milliseconds: number): void {
    if (this.stopped) return;
    this.timer = setTimeout(() => {
      this.turning = this.turn().finally(() => this.next(this.settings.deliverMilliseconds));
    }, milliseconds);
    this.timer.unref();
  }

  private async turn(): Promise<void> {
    try {
      if (this.held === null || !this.held.isSafe()) this.held = await new Lease(this.ops.db, 'alerts').take();
      if (this.held === null) return this.mongoAway.isOthers();
      if (performance.now() - this.lookedAt >= this.settings.lookMilliseconds) {
        this.lookedAt = performance.now();
        await this.look(new Date());
      }
      await this.messages.deliver();
    } catch (err) {
      // An engine is away. The next turn tries again.
      this.log.warn({ msg: 'alerts could not be looked at', err });
      await this.mongoAway.turn(this.ops, new Date());
    }
  }

  /** Looks at once, at a moment. */
  async look(now: Date): Promise<void> {
    const outcomes = await this.trees.checks();
    const { alerts, addresses } = await this.register.lastKnown();
    this.mongoAway.remember(addresses);
    const kept = new Map((await episodesOf(this.ops).find({}).toArray()).map((each) => [each._id, each]));
    const toldAway = this.mongoAway.takeTold();
    const checks: LookedCheck[] = [];
    for (const outcome of outcomes) {
      const before = kept.get(outcome.name) ?? (outcome.name === 'MongoAway' ? toldAway : null) ?? null;
      checks.push(await this.lookAt(outcome, before, alerts, addresses, now));
    }
    await looksOf(this.ops).replaceOne(
      { _id: 'newest' },
      { at: now, checks, addresses: addresses.length, allowsLoopback: this.settings.webhook.allowsLoopback },
      { upsert: true },
    );
  }

  private async lookAt(
    outcome: CheckOutcome,
    before: Episode | null,
    alerts: Alerts,
    addresses: readonly SigningAddress[],
    now: Date,
  ): Promise<LookedCheck> {
    const { name, title, looksAt, page, finding, looked } = outcome;
    const concerns = concernsOf(outcome);
    const isMuted = isMutedAt(alerts.muted[name], now.toISOString());
    const found = finding?.state ?? null;
    const since = outcome.since?.getTime() ?? null;
    const handOf = (episode: Episode | null) =>
      episode?.endedAt === null && isInHand(alerts.acknowledged[name], new Date(episode.since).toISOString(), concerns);
    let episode = before;
    // A check that could not look says nothing of its alert.
    if (looked) {
      const sight = { found, since, concerns, isMuted, isInHand: handOf(before) };
      const after = afterLook(before, sight, now.getTime());
      episode = await this.keep(name, before, after.episode);
      // Nothing is lost while there is no address: the first one hears of what lasts.
      if (after.tell !== null && episode !== null && addresses.length > 0) {
        const at = after.tell === 'ended' ? new Date(episode.quietSince!) : now;
        const id = `${name}/${episode.since}/${episode.tells}`;
        const telling = { id, kind: after.tell, title, since: new Date(episode.since), at, check: name };
        await this.messages.keep(telling, addresses);
        episode = await this.keep(name, episode, told(episode, after.tell, concerns, now.getTime()));
      }
    }
    const isOpen = episode?.endedAt === null;
    const parts = (finding?.parts ?? []).map(({ label, description }) => ({ label, description }));
    return {
      name,
      title,
      looksAt,
      page,
      finding: finding && { state: finding.state, said: finding.said, parts },
      since: finding === null ? null : isOpen ? new Date(episode!.since) : outcome.since,
      concerns,
      isInHand: finding !== null && handOf(episode),
      isMuted,
    };
  }

  private async keep(name: string, before: Episode | null, episode: Episode | null): Promise<Episode | null> {
    if (episode === null) {
      if (before !== null) await episodesOf(this.ops).deleteOne({ _id: name });
      return null;
    }
    const { _id: _, ...fields } = { _id: name, ...episode };
    if (JSON.stringify(before && { ...before, _id: undefined }) !== JSON.stringify(fields))
      await episodesOf(this.ops).replaceOne({ _id: name }, fields, { upsert: true });
    return fields;
  }
}
