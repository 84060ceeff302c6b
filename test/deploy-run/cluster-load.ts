import { Random } from '../demo-data/random.js';
import { check } from '../faults/check.js';
import { until } from '../faults/fault-portal.js';
import { Findings } from '../faults/findings.js';
import { PortalUser } from '../faults/portal-user.js';
import { Sent } from '../faults/sent.js';
import { Watcher } from '../faults/watcher.js';
import { Workload } from '../faults/workload.js';
import { pairs, singles, type Deployment } from './deployment.js';
import { EngineConnections } from './engine-connections.js';
import { Visitor } from './visitor.js';

const quietWithinMs = 240_000;

/** People who write to an empty deployment and look at it, and what came of it. */
export class ClusterLoad {
  readonly findings = new Findings();
  readonly sent = new Sent();
  /** Number of polls of plan-months. */
  looks = 0;
  private readonly user: PortalUser;
  private readonly workload: Workload;

  private constructor(
    private readonly deployment: Deployment,
    readonly engines: EngineConnections,
    seed: string,
  ) {
    this.user = this.newUser();
    this.workload = new Workload(this.user, this.sent, engines.identity, new Random(seed, 'load'));
  }

  /** Imports a small fund. */
  static async prepare(deployment: Deployment, seed: string): Promise<ClusterLoad> {
    const load = new ClusterLoad(deployment, await EngineConnections.open(deployment), seed);
    await load.user.signIn();
    await load.workload.prepare();
    return load;
  }

  /** Writes and looks while `during` runs. Then everything must be healthy, stored once and shown whole. Returns who looked. */
  async while(during: () => Promise<unknown>): Promise<Visitor> {
    const watching = this.newUser();
    await watching.signIn();
    const watcher = new Watcher(this.engines, watching, this.sent, this.findings, () => undefined);
    const visitor = await Visitor.signIn(this.deployment.running.url, 'admin', this.password);
    this.workload.start();
    watcher.start();
    visitor.start();
    try {
      await during();
      await this.deployment.healthy([...pairs, ...singles]);
    } finally {
      await this.workload.rest().catch((error: Error) => this.findings.note('lost', error.message));
      await watcher.stop();
      await visitor.stop();
      this.looks += watcher.looks;
    }
    const isReady = async () => {
      const answer = await this.user.ask('/api/ready');
      return answer?.status === 200 && (answer.body as { derived: boolean }).derived;
    };
    await until('the portal is ready and all is derived', isReady, quietWithinMs, 500);
    await check(this.engines, this.sent, this.findings);
    return visitor;
  }

  /** Refused requests of those who write, by status; 0 is no answer. */
  get refusals(): ReadonlyMap<number, number> {
    return this.user.refusals;
  }

  close(): Promise<void> {
    return this.engines.close();
  }

  private get password(): string {
    return this.deployment.secret('admin_password');
  }

  private newUser(): PortalUser {
    const account = { username: 'admin', password: this.password };
    return new PortalUser(this.deployment.running.url, account, this.findings);
  }
}
