import { setTimeout as delay } from 'node:timers/promises';
import type { AsOfView } from '@superscope/contracts/as-of-views';
import type { AsOfLimits, AsOfRunner } from '@superscope/projector/history/as-of-runner';
import type { Projector } from '@superscope/projector/runtime/projector';
import { startApi, type ApiClient } from '../harness/api-server.js';
import { asOfRunner } from '../harness/as-of-runner.js';
import { PortalEngines } from '../harness/portal-engines.js';
import { SamplePlan } from '../harness/sample-plan.js';

export const planId = 'TWR.P0001';
export const otherPlan = 'LBE.P0009';

/** A portal with a plan, an auditor who looks at its history, and a runner that builds views of past moments. */
export class AsOfPortal {
  private runner: AsOfRunner;

  private constructor(
    readonly engines: PortalEngines,
    readonly projector: Projector,
    readonly api: Awaited<ReturnType<typeof startApi>>,
    readonly auditor: ApiClient,
    readonly plan: SamplePlan,
  ) {
    this.runner = asOfRunner(engines);
    this.runner.start();
  }

  /** `seed` determines the publishing secret, because a new secret publishes no month that closed before. `record` writes the history. */
  static async start(
    seed: string,
    record: (plan: SamplePlan, engines: PortalEngines) => Promise<void>,
    settings: NodeJS.ProcessEnv = {},
  ): Promise<AsOfPortal> {
    const engines = await PortalEngines.start(seed);
    const projector = await engines.projector();
    await projector.start();
    const plan = new SamplePlan(engines.store, engines.identity, planId);
    await record(plan, engines);
    const api = await startApi(engines, settings);
    const auditor = api.client();
    await auditor.signIn('auditor');
    return new AsOfPortal(engines, projector, api, auditor, plan);
  }

  async stop(): Promise<void> {
    await this.runner.stop();
    await this.api.stop();
    await this.projector.stop();
    await this.engines.stop();
  }

  stopRunner(): Promise<void> {
    return this.runner.stop();
  }

  /** Starts another runner once the previous one has stopped. */
  startRunner(limits: Partial<AsOfLimits> = {}): void {
    this.runner = asOfRunner(this.engines, limits);
    this.runner.start();
  }

  async signedIn(username: string): Promise<ApiClient> {
    const client = this.api.client();
    await client.signIn(username);
    return client;
  }

  async ask(moment: string, by = this.auditor): Promise<{ status: number; view: AsOfView }> {
    const { status, body } = await by.post('/api/history/views', { planId, moment });
    return { status, view: body as unknown as AsOfView };
  }

  /** Polls a view until `isSo` holds. */
  async until(id: string, isSo: (view: AsOfView) => boolean): Promise<AsOfView> {
    for (;;) {
      const view = (await this.auditor.request(`/api/history/views/${id}`)).body as unknown as AsOfView;
      if (isSo(view)) return view;
      if (!['waiting', 'running', 'ready'].includes(view.state)) throw new Error(`${view.state}: ${view.problem}`);
      await delay(50);
    }
  }

  /** The plan as it stood at a moment, once the view is ready. */
  async viewOf(moment: string): Promise<AsOfView> {
    const { view } = await this.ask(moment);
    return this.until(view.id, ({ state }) => state === 'ready');
  }

  async databases(): Promise<string[]> {
    return (await this.engines.rows<{ name: string }>('SELECT name FROM system.databases')).map(({ name }) => name);
  }
}
