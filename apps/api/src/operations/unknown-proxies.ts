import { Inject, Injectable, Logger, type BeforeApplicationShutdown } from '@nestjs/common';
import type { SystemHealth } from '@superscope/contracts/system-health';
import type { FastifyInstance } from 'fastify';
import { Clock } from '../platform/time/clock.js';
import { ENV, type Env } from '../env.js';
import { Ops } from '../platform/engines.module.js';
import { unknownProxyOf, type UnknownProxy } from '../platform/http/unknown-proxy.js';

interface ProxyDocument {
  /** The address, and the setting under which it was not trusted: with another setting it is judged anew. */
  _id: string;
  address: string;
  setting: string;
  header: UnknownProxy['header'];
  requests: number;
  firstAt: Date;
  at: Date;
}

const gatherMilliseconds = 2_000;
const hourMilliseconds = 3_600_000;
/** Anybody can send the header, so what is gathered, kept, logged and shown is bounded. A proxy that forwards for many keeps its place. */
const mostGathered = 1_000;
const mostKept = 50;
const mostLoggedAnHour = 20;
const mostShown = 5;

/** Senders whose forwarded header is not trusted: told once in the log, and kept in `ops` for System health, for all apis together. */
@Injectable()
export class UnknownProxies implements BeforeApplicationShutdown {
  private readonly log = new Logger('UnknownProxies');
  private readonly setting: string;
  private gathered = new Map<string, UnknownProxy & { requests: number; at: Date }>();
  private timer: NodeJS.Timeout | null = null;
  private logged = { hour: 0, lines: 0 };

  constructor(
    @Inject(ENV) env: Env,
    private readonly ops: Ops,
    private readonly clock: Clock,
  ) {
    this.setting = env.SUPERSCOPE_TRUSTED_PROXIES ?? '';
  }

  private get collection() {
    return this.ops.db.collection<ProxyDocument>('unknown_proxies');
  }

  note(proxy: UnknownProxy): void {
    const known = this.gathered.get(proxy.address);
    if (known === undefined && this.gathered.size >= mostGathered) return;
    const { address, header } = proxy;
    this.gathered.set(address, { address, header, requests: (known?.requests ?? 0) + 1, at: this.clock.now() });
    this.timer ??= setTimeout(() => void this.write().catch(() => undefined), gatherMilliseconds).unref();
  }

  /** Those with most requests first. */
  async shown(): Promise<SystemHealth['unknownProxies']> {
    await this.write();
    const { setting } = this;
    const found = await this.collection.find({ setting }).sort({ requests: -1, at: -1 }).limit(mostShown).toArray();
    return found.map(({ address, header, requests, firstAt, at }) => ({
      address,
      header,
      requests,
      firstAt: firstAt.toISOString(),
      at: at.toISOString(),
    }));
  }

  async beforeApplicationShutdown(): Promise<void> {
    await this.write().catch(() => undefined);
  }

  private async write(): Promise<void> {
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    const gathered = [...this.gathered.values()];
    this.gathered = new Map();
    const { setting } = this;
    let areNew = false;
    for (const { address, header, requests, at } of gathered) {
      const { upsertedCount } = await this.collection.updateOne(
        { _id: `${address} ${setting}` },
        { $set: { address, setting, header, at }, $inc: { requests }, $setOnInsert: { firstAt: at } },
        { upsert: true },
      );
      if (upsertedCount === 0) continue;
      areNew = true;
      this.tell({ address, header });
    }
    if (areNew) await this.prune();
  }

  private tell({ address, header }: UnknownProxy): void {
    const hour = Math.floor(this.clock.now().getTime() / hourMilliseconds);
    if (this.logged.hour !== hour) this.logged = { hour, lines: 0 };
    this.logged.lines += 1;
    if (this.logged.lines > mostLoggedAnHour) return;
    const msg = `a request was forwarded by a sender that SUPERSCOPE_TRUSTED_PROXIES does not name, so everybody behind it counts as one at sign-in`;
    this.log.warn({ msg, address, header });
  }

  private async prune(): Promise<void> {
    const beyond = await this.collection
      .find({}, { projection: { _id: 1 } })
      .sort({ requests: -1, at: -1 })
      .skip(mostKept)
      .toArray();
    if (beyond.length > 0) await this.collection.deleteMany({ _id: { $in: beyond.map(({ _id }) => _id) } });
  }
}

export function noteUnknownProxies(server: FastifyInstance, proxies: () => UnknownProxies): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const proxy = unknownProxyOf(request);
    if (proxy !== null) proxies().note(proxy);
    done();
  });
}
