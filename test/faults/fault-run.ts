import { setTimeout as delay } from 'node:timers/promises';
import { Random } from '../demo-data/random.js';
import { check } from './check.js';
import { faultsOf, type Fault, type Striking } from './fault-kinds.js';
import { FaultPortal, until } from './fault-portal.js';
import { Findings } from './findings.js';
import { PortalUser, reportEndsWithinMs } from './portal-user.js';
import { Sent } from './sent.js';
import { Watcher } from './watcher.js';
import { platform, Workload } from './workload.js';

export interface FaultRunOptions {
  seed: string;
  /** Projectors read the event store directly. */
  direct: boolean;
  pauseMs: Striking['pauseMs'];
  say: (text: string) => void;
}

const adminPassword = 'quiet-harbour-41x';
const quietWithinMs = 240_000;
/** The longest pause between two faults, often shorter than a part's recovery. */
const restMs = 1_500;

/** Runs one portal under load and faults in rounds. */
export class FaultRun implements Striking {
  private readonly findings = new Findings();
  readonly sent = new Sent();
  /** Number of polls of plan-months. */
  looks = 0;
  readonly random: Random;
  readonly user: PortalUser;
  /** Faults that have not been used yet. */
  private deck: Fault[] = [];
  private isKept = false;
  private readonly workload: Workload;

  get pauseMs(): Striking['pauseMs'] {
    return this.options.pauseMs;
  }

  private constructor(
    readonly portal: FaultPortal,
    private readonly options: FaultRunOptions,
  ) {
    this.random = new Random(options.seed);
    this.user = this.newUser();
    const load = new Random(options.seed, 'load');
    this.workload = new Workload(this.user, this.sent, portal.identity, load, portal.inbox, portal.exports);
  }

  static async start(options: FaultRunOptions): Promise<FaultRun> {
    const portal = await FaultPortal.start({ adminPassword, direct: options.direct });
    const run = new FaultRun(portal, options);
    try {
      if (portal.withoutBroker !== null) options.say(`without a broker, as ${portal.withoutBroker}`);
      await run.user.signIn();
      await run.workload.prepare();
      options.say(`the portal runs, fed by ${portal.feed}; its log is ${portal.logFile}`);
      return run;
    } catch (error) {
      await portal.stop({ keepFolder: true });
      throw new Error(`The portal's log is ${portal.logFile}`, { cause: error });
    }
  }

  /** Every kill, every other fault and the given pauses, once each in random order. */
  oneOfEach(pauses: readonly string[]): Fault[] {
    const faults = faultsOf(this.portal);
    const paused = faults.pauses.filter(({ name }) => pauses.includes(name));
    return this.shuffled([...faults.kills, ...faults.others, ...paused]);
  }

  /** Random faults, none of which repeats before all were used. */
  some(count: number): Fault[] {
    const drawn: Fault[] = [];
    while (drawn.length < count) {
      if (this.deck.length === 0) {
        const { kills, pauses, others } = faultsOf(this.portal);
        this.deck = this.shuffled([...kills, ...pauses, ...others]);
      }
      drawn.push(this.deck.pop()!);
    }
    return drawn;
  }

  /** Strikes with these faults in order under load, then checks everything without load. */
  async round(faults: readonly Fault[]): Promise<void> {
    const watcher = new Watcher(this.portal, this.newUser(), this.sent, this.findings, this.options.say);
    await this.portal.allRun();
    this.workload.start();
    watcher.start();
    const standing: Promise<void>[] = [];
    try {
      for (const fault of faults) {
        await delay(this.random.whole(0, restMs));
        this.options.say(fault.name);
        const struck = fault.strike(this.portal, this);
        // Half of the pauses last while other faults strike.
        if (fault.lasts && this.random.chance(0.5)) standing.push(struck);
        else await struck;
      }
      await Promise.all(standing);
      await this.portal.allRun();
    } finally {
      await Promise.allSettled(standing);
      this.options.say('the faults are over; waiting for running writes');
      await this.workload.rest().catch((error: Error) => this.findings.note('lost', error.message));
      this.options.say('all writes have ended');
      await watcher.stop();
      this.looks += watcher.looks;
    }
    await this.quiet();
    await this.portal.inbox.check(this.portal, this.findings);
    await this.portal.exports.check(this.user, this.portal.identity, platform, this.sent, this.findings);
    await this.workload.haveReportMade().catch((error: Error) => this.findings.note('failures', error.message));
    this.options.say(await check(this.portal, this.sent, this.findings));
    for (const trouble of this.portal.troubles.splice(0)) this.findings.note('failures', trouble);
    const { stuckClients } = this.portal;
    if (stuckClients > 0) this.options.say(`parts restarted because their MongoDB client was stuck: ${stuckClients}`);
    this.portal.stuckClients = 0;
  }

  /** The findings since the last call. */
  takeFindings(): Findings {
    const taken = this.findings.take();
    if (!taken.isClean) this.keep();
    return taken;
  }

  /** Keeps log and data for an investigation. */
  keep(): void {
    this.isKept = true;
  }

  stop(): Promise<void> {
    return this.portal.stop({ keepFolder: this.isKept });
  }

  private newUser(): PortalUser {
    return new PortalUser(this.portal.url, { username: 'admin', password: adminPassword }, this.findings);
  }

  private async quiet(): Promise<void> {
    const ready = async () => {
      const answer = await this.user.ask('/api/ready');
      return answer?.status === 200 && (answer.body as { derived: boolean }).derived;
    };
    await until('the portal is ready and all is derived', ready, quietWithinMs, 200);
    // A request whose acknowledgement was lost may still wait for another try.
    const works = this.portal.mongo.db('views').collection('work');
    const open = { state: { $nin: ['done', 'failed', 'stopped'] } };
    await until(
      'no document is being made',
      async () => (await works.countDocuments(open)) === 0,
      reportEndsWithinMs,
      200,
    );
  }

  private shuffled<Item>(items: Item[]): Item[] {
    for (let i = items.length - 1; i > 0; i -= 1) {
      const j = this.random.whole(0, i);
      [items[i], items[j]] = [items[j]!, items[i]!];
    }
    return items;
  }
}
