import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { startEngineProcess, type EngineKind } from '@superscope/embedded/supervisor/engine-process';
import { runToEnd } from '@superscope/embedded/supervisor/run-to-end';
import { LogFile } from '@superscope/embedded/supervisor/log-file';
import { startSupervised, type Supervised, type SuperviseOptions } from '@superscope/embedded/supervisor/supervisor';
import { demoRoles } from './demo-sign-on/demo-people.js';
import { ShownLog } from './dev/shown-log.js';
import { removeEnvironment, writeEnvironment } from './environment-file.js';
import { requireBroker } from './first-checks.js';
import { freePort } from './free-port.js';
import { historySettings } from './history/history-key.js';
import { masterKeySetting } from './master-key.js';
import { readFileSettings, type Options } from './options.js';

/**
 * Quick failures in a row before the terminal reports one. An app that died together with an engine fails repeatedly until that engine
 * is back, which may take a while on a slow machine.
 */
const restart = { tellAfter: 10 };

export const repository = fileURLToPath(new URL('../../../', import.meta.url));

/** In V8's default young generation batches of rows are promoted, and collecting them takes a quarter of an import's processor time. */
const PROJECTOR_SEMI_SPACE_MB = 32;

/** What is recorded in a new store before the portal's own api runs. Both get the settings of the engines. */
export interface FirstRecords {
  beforeProjectors(settings: NodeJS.ProcessEnv): Promise<void>;
  beforeApi(settings: NodeJS.ProcessEnv, log: Writable): Promise<void>;
}

/** The whole portal as processes on this machine: embedded engines unless settings name external ones, relay, projectors and api. */
export class Portal {
  private readonly processes: Supervised[] = [];
  /** The processes that run code of this repository, with their modules below it. Engines are not among them. */
  private readonly apps: { module: string; running: Supervised }[] = [];
  private stopping = false;
  /** Called before anything is stopped. */
  onStop: () => void = () => undefined;
  /** Resolves once everything that `beside` starts runs, or failed. */
  private besideStarted: Promise<unknown> = Promise.resolve();
  private readonly log: LogFile;
  /** Addresses of engines and keys, which tools such as the rebuild also need. Contains secrets. */
  environment: NodeJS.ProcessEnv = {};
  /** Address of the demo's identity provider; null where none was started. */
  signOn: string | null = null;

  constructor(
    private readonly options: Options,
    private readonly say: (text: string) => void,
    /** Serves the web client from its sources, and shows more of the log. */
    private readonly isDeveloped = false,
  ) {
    mkdirSync(options.dataDir, { recursive: true, mode: 0o700 });
    this.log = new (isDeveloped ? ShownLog : LogFile)(join(options.dataDir, 'portal.log'));
  }

  /**
   * Starts the engines, then relay and projectors, then the api with the settings `extra` once the web client is built. Returns the portal's
   * address.
   */
  async start(extra: NodeJS.ProcessEnv, first?: FirstRecords, webClient = Promise.resolve()): Promise<string> {
    const { options } = this;
    if (options.KAFKA_BROKERS !== undefined) await requireBroker(options.KAFKA_BROKERS);
    const [eventStore, mongo, clickhouse] = await Promise.all([
      options.EVENTSTORE_URL ?? this.engine('event-store'),
      options.MONGODB_URL ?? this.engine('mongo'),
      options.CLICKHOUSE_URL ?? this.engine('clickhouse'),
    ]);
    this.environment = {
      EVENTSTORE_URL: eventStore,
      SUPERSCOPE_DATA: options.dataDir,
      MONGODB_URL: mongo,
      CLICKHOUSE_URL: clickhouse,
      SUPERSCOPE_PUBLIC_URL: options.SUPERSCOPE_PUBLIC_URL ?? `http://localhost:${options.PORT}`,
      ...masterKeySetting(options),
      ...historySettings(options.dataDir, process.env),
      ...kafkaSettingsOf(process.env),
      ...mailSettingsOf(process.env),
      KAFKA_BROKERS: options.KAFKA_BROKERS,
      ...Object.fromEntries(readFileSettings.map((name) => [name, undefined])),
    };
    // Tools that run beside the portal keep the texts of mails if the portal does.
    const demo = extra['SUPERSCOPE_DEMO'] === undefined ? {} : { SUPERSCOPE_DEMO: extra['SUPERSCOPE_DEMO'] };
    writeEnvironment(options.dataDir, { ...this.environment, ...demo });
    const beside = this.beside(extra['SUPERSCOPE_DEMO_PASSWORD']);
    await this.schema();
    if (options.KAFKA_BROKERS !== undefined) await this.app('relay', 'apps/projector/dist/relay/relay.main.js', {});
    await first?.beforeProjectors(this.environment);
    // What is recorded before the projectors follow is projected once they do.
    await Promise.all([this.projectors(), first?.beforeApi({ ...this.environment, ...extra }, this.log)]);
    await webClient;
    const api = (where: NodeJS.ProcessEnv) =>
      this.app('api', 'apps/api/dist/main.js', { ...where, HOST: options.HOST, ...extra });
    const there = { PORT: String(options.PORT), SUPERSCOPE_WEB: join(repository, 'apps/web/dist') };
    if (!this.isDeveloped) return api({ ...(await beside), ...there });
    const url = await api({ ...(await beside), PORT: String(await freePort(options.HOST)), SUPERSCOPE_WEB: undefined });
    return this.supervise('web', 'apps/web/dev-server.mjs', {
      env: { ...withoutEngines, PORT: String(options.PORT), HOST: options.HOST, SUPERSCOPE_API: url },
    });
  }

  /** Starts the processes of some workspaces again, after bringing the engines to their schema. The engines go on. */
  async restart(workspaces: readonly string[]): Promise<void> {
    const concerned = this.apps.filter(({ module }) => workspaces.some((name) => module.startsWith(`${name}/`)));
    if (workspaces.includes('apps/projector')) await this.schema();
    await Promise.all(concerned.map(({ running }) => running.restart()));
  }

  /** Stops everything, readers before the engines they read. Data is kept. */
  async stop(): Promise<void> {
    this.onStop();
    removeEnvironment(this.options.dataDir);
    this.stopping = true;
    await this.besideStarted;
    // A signal may have reached all processes; none may be restarted while the others stop.
    for (const running of this.processes) running.leave();
    for (const running of this.processes.splice(0).reverse()) await running.stop();
    await new Promise((resolve) => this.log.end(resolve));
  }

  /** Starts what needs no engine, while the other processes start. Returns the api's settings for it. */
  private beside(demoPassword: string | undefined): Promise<NodeJS.ProcessEnv> {
    const starting = [demoPassword === undefined ? {} : this.demoSignOn(demoPassword), this.renderer()];
    this.besideStarted = Promise.allSettled(starting);
    const settings = Promise.all(starting).then(([signOn, renderer]) => ({ ...signOn, ...renderer }));
    // If something else fails first, nobody waits for these any more.
    settings.catch(() => undefined);
    return settings;
  }

  /**
   * Starts the demo's identity provider, unless a setting names another or the portal is reached from other machines, whose browsers
   * cannot reach it. Returns the api's settings for it.
   */
  private async demoSignOn(password: string): Promise<NodeJS.ProcessEnv> {
    const { hostname } = new URL(this.environment['SUPERSCOPE_PUBLIC_URL']!);
    if (process.env['OIDC_ISSUER'] !== undefined || !['localhost', '127.0.0.1'].includes(hostname)) return {};
    const client = { OIDC_CLIENT_ID: 'superscope-demo', OIDC_CLIENT_SECRET: randomBytes(24).toString('base64url') };
    const provider = 'deploy/local/dist/demo-sign-on/demo-sign-on.main.js';
    const env = { ...client, SUPERSCOPE_DEMO_PASSWORD: password };
    this.signOn = await this.app('demo-sign-on', provider, env, { args: ['--port', '0'] });
    return { ...client, OIDC_ISSUER: this.signOn, OIDC_ROLES: demoRoles };
  }

  /** Starts the renderer, unless a setting names one elsewhere. Returns the api's settings for it. */
  private async renderer(): Promise<NodeJS.ProcessEnv> {
    if (process.env['RENDERER_URL'] !== undefined) return {};
    const secret = { RENDERER_SECRET: randomBytes(24).toString('base64url') };
    const url = await this.supervise('renderer', 'apps/renderer/dist/main.js', {
      args: ['--port', '0'],
      env: { ...withoutEngines, ...secret, HOST: '127.0.0.1', PORTAL_URL: reachedFromHere(this.options) },
    });
    return { ...secret, RENDERER_URL: url };
  }

  /** Brings the engines to this version's schema. No server is started before, because none changes it. */
  private schema(): Promise<void> {
    return runToEnd({
      name: 'schema',
      modulePath: join(repository, 'apps/projector/dist/schema/schema.main.js'),
      env: { ...process.env, ...this.environment },
      log: this.log,
    });
  }

  private async projectors(): Promise<void> {
    for (let i = 0; i < this.options.SUPERSCOPE_PROJECTORS; i += 1) await this.projector(i);
  }

  private projector(i: number): Promise<string> {
    const port = this.options.PROJECTOR_PORT;
    const env = port === undefined ? {} : { PROJECTOR_PORT: String(port + i) };
    return this.app(i === 0 ? 'projector' : `projector-${i + 1}`, 'apps/projector/dist/main.js', env, {
      semiSpaceMb: PROJECTOR_SEMI_SPACE_MB,
    });
  }

  private async engine(kind: EngineKind): Promise<string> {
    const running = await startEngineProcess(kind, {
      dataDir: join(this.options.dataDir, kind),
      restart,
      log: this.log,
      onExit: () => this.ended(kind),
    });
    running.on('failing', (error) => this.say(error.message));
    this.processes.unshift(running);
    return running.url;
  }

  private ended(name: string): void {
    if (!this.stopping) this.say(`${name} ended unexpectedly; it is being started again.`);
  }

  private app(
    name: string,
    module: string,
    env: NodeJS.ProcessEnv,
    more: Pick<SuperviseOptions, 'args' | 'semiSpaceMb'> = {},
  ): Promise<string> {
    return this.supervise(name, module, { ...more, env: { ...this.environment, ...env } });
  }

  private async supervise(
    name: string,
    module: string,
    options: Pick<SuperviseOptions, 'args' | 'semiSpaceMb' | 'env'>,
  ): Promise<string> {
    const running = await startSupervised({
      name,
      modulePath: join(repository, module),
      ...options,
      restart,
      log: this.log,
      onExit: () => this.ended(name),
    });
    running.on('failing', (error) => this.say(error.message));
    if (this.isDeveloped) running.on('restarted', () => this.say(`${name} runs again.`));
    this.processes.push(running);
    this.apps.push({ module, running });
    return running.url;
  }
}

/** Unsets the settings of engines and secrets for the renderer, which loads pages and needs none of them. */
const withoutEngines: NodeJS.ProcessEnv = Object.fromEntries(
  Object.keys(process.env)
    .filter((name) => /^(EVENTSTORE_|MONGODB_|VAULT_|CLICKHOUSE_|KAFKA_|OIDC_|SMTP_|SUPERSCOPE_)/.test(name))
    .map((name) => [name, undefined]),
);

/** The portal's address for a program on this machine. */
function reachedFromHere({ HOST, PORT }: Options): string {
  const host = HOST === '0.0.0.0' ? '127.0.0.1' : HOST === '::' ? '::1' : HOST;
  return `http://${host.includes(':') ? `[${host}]` : host}:${PORT}`;
}

/** Kafka settings for tools that run beside the portal. The portal's processes inherit them. */
const kafkaSettingsOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => name.startsWith('KAFKA_')));

/** Mail settings for tools that run beside the portal and send mails. */
const mailSettingsOf = (env: NodeJS.ProcessEnv): NodeJS.ProcessEnv =>
  Object.fromEntries(Object.entries(env).filter(([name]) => /^(SMTP_URL|MAIL_FROM)(_FILE)?$/.test(name)));
