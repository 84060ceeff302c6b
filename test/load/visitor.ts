import { Agent, request as httpRequest, type IncomingMessage } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import type { Change, ReadModel } from '@superscope/contracts/changes';
import type { RecordedRequest } from './recorded-dashboard.js';

/** The results of all visitors. */
export interface Seen {
  /** Durations of dashboards in milliseconds, from the first request to the last answer. */
  dashboards: number[];
  /** Durations of refreshes after changed figures. */
  refreshes: number[];
  requests: number;
  /** Error messages. */
  errors: string[];
}

/** As the client does (apps/web/src/portal/changes). */
const ofFigures: ReadModel[] = ['memberSnapshots', 'contactRequests', 'figures', 'plans', 'platforms', 'providers'];
const ofCampaigns: ReadModel[] = ['campaigns', 'campaignEngagement'];
/** The web client's delay for a burst of changes. */
const gatherMilliseconds = 400;
/** The number of connections that a browser opens to one server. */
const connections = 6;

/** One simulated user, who opens dashboards and refreshes them on the server's change events. */
export class Visitor {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: connections });
  private readonly changes = new Agent({ keepAlive: true, maxSockets: 1 });
  private stream: IncomingMessage | null = null;
  private refreshing: Promise<void> = Promise.resolve();
  private gathering = false;
  private readonly stale = new Set<'figures' | 'campaigns'>();
  private readonly leaving = new AbortController();

  constructor(
    private readonly origin: string,
    private readonly cookie: string,
    private readonly planId: string,
    private readonly page: readonly (readonly RecordedRequest[])[],
    private readonly seen: Seen,
  ) {}

  /** Opens dashboards until stopped. `think` returns the milliseconds until the next one. */
  async visit(think: () => number): Promise<void> {
    const { signal } = this.leaving;
    await this.listen();
    while (!signal.aborted) {
      // A random start, so that not all visitors open their page at the same moment.
      await delay(think(), null, { signal }).catch(() => undefined);
      if (signal.aborted) break;
      await this.timed(this.seen.dashboards, this.page);
    }
    await this.refreshing;
    this.stream?.destroy();
    this.agent.destroy();
    this.changes.destroy();
  }

  /** Opens the page once without measuring it. */
  async warmUp(): Promise<void> {
    for (const wave of this.page) await Promise.all(wave.map((each) => this.send(each)));
  }

  leave(): void {
    this.leaving.abort();
  }

  private async timed(into: number[], waves: readonly (readonly RecordedRequest[])[]): Promise<void> {
    const began = performance.now();
    for (const wave of waves) await Promise.all(wave.map((each) => this.send(each)));
    into.push(performance.now() - began);
  }

  private send({ method, path, body }: RecordedRequest): Promise<void> {
    this.seen.requests += 1;
    return new Promise((resolve) => {
      const failed = (what: string) => {
        this.seen.errors.push(`${method} ${path.slice(0, 120)}: ${what}`);
        resolve();
      };
      const headers = {
        Cookie: this.cookie,
        'X-Requested-By': 'superscope',
        ...(body !== null && { 'Content-Type': 'application/json' }),
      };
      const sent = httpRequest(`${this.origin}${path}`, { method, headers, agent: this.agent }, (answer) => {
        answer.resume();
        answer.on('end', () => (answer.statusCode! < 400 ? resolve() : failed(`answered ${answer.statusCode}`)));
        answer.on('error', (error) => failed(error.message));
      });
      sent.setTimeout(30_000, () => sent.destroy(new Error('no answer within 30 seconds')));
      sent.on('error', (error) => failed(error.message));
      sent.end(body ?? undefined);
    });
  }

  private listen(): Promise<void> {
    return new Promise((resolve, reject) => {
      const headers = { Cookie: this.cookie, Accept: 'text/event-stream' };
      const sent = httpRequest(`${this.origin}/api/changes`, { headers, agent: this.changes }, (answer) => {
        if (answer.statusCode !== 200) return reject(new Error(`Changes were answered ${answer.statusCode}.`));
        this.stream = answer;
        answer.setEncoding('utf8');
        answer.on('data', (text: string) => this.hear(text));
        answer.on('error', () => undefined);
        answer.on('end', () => {
          if (!this.leaving.signal.aborted) this.seen.errors.push('GET /api/changes: ended by the server');
        });
        resolve();
      });
      sent.on('error', (error) => (this.stream === null ? reject(error) : undefined));
      sent.end();
    });
  }

  private hear(text: string): void {
    for (const line of text.split('\n')) {
      if (!line.startsWith('data: ')) continue;
      const { planId, readModels } = JSON.parse(line.slice('data: '.length)) as Change;
      if (planId !== null && planId !== this.planId) continue;
      if (readModels.some((model) => ofFigures.includes(model))) this.refresh('figures');
      if (readModels.some((model) => ofCampaigns.includes(model))) this.refresh('campaigns');
    }
  }

  private refresh(about: 'figures' | 'campaigns'): void {
    this.stale.add(about);
    if (this.gathering) return;
    this.gathering = true;
    this.refreshing = this.refreshing
      .then(() => delay(gatherMilliseconds))
      .then(() => {
        this.gathering = false;
        const stale = new Set(this.stale);
        this.stale.clear();
        const requests = this.page.flat().filter((each) => each.about !== null && stale.has(each.about));
        return this.leaving.signal.aborted ? undefined : this.timed(this.seen.refreshes, [requests]);
      });
  }
}
