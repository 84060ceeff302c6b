import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../harness/free-port.js';
import { repository } from '../harness/repository.js';
import { attempt, run, type CommandOptions, type Ended } from './command.js';
import { namedImages, toolsImage, versionOf } from './images.js';
import type { Docker } from './machine.js';
import { makeSecrets, secretOf } from './secrets.js';

/** A deployment that runs, as handed from the setup to the suites. */
export interface Running {
  /** Holds a copy of `deploy`, with secrets of its own. */
  folder: string;
  project: string;
  dockerEnv: NodeJS.ProcessEnv;
  compose: readonly string[];
  /** Settings of the compose file, such as the ports and the version of the images. */
  settings: Record<string, string>;
  url: string;
}

/** As `docker inspect` describes a container; the parts that are looked at. */
export interface Inspected {
  Id: string;
  Name: string;
  State: { Running: boolean; ExitCode: number; Health?: { Status: string }; StartedAt: string; OOMKilled: boolean };
  RestartCount: number;
  Config: { User: string; Image: string; Env: string[]; Labels: Record<string, string> };
  HostConfig: {
    ReadonlyRootfs: boolean;
    CapDrop: string[] | null;
    SecurityOpt: string[] | null;
    Memory: number;
    PidsLimit: number | null;
    Privileged: boolean;
  };
  NetworkSettings: { Networks: Record<string, { IPAddress: string }>; Ports: Record<string, unknown[] | null> };
  Mounts: { Type: string; Source: string; Destination: string; RW: boolean }[];
}

const project = 'superscope-test';

/** Services with two containers. Compose 1 does not read `deploy.replicas`. */
export const pairs = ['api', 'projector', 'relay'] as const;
const scales = pairs.flatMap((name) => ['--scale', `${name}=2`]);
/** Each has a volume of its name. */
const engines = ['eventstore', 'mongodb', 'clickhouse', 'kafka', 'kafka2', 'kafka3'] as const;
export const singles = ['web', 'renderer', 'prometheus', ...engines] as const;

/** The whole installation of deploy/compose.yaml, with override.yaml, as containers. */
export class Deployment {
  constructor(readonly running: Running) {}

  /** Copies `deploy` into a temporary folder, makes secrets, and starts every container. Resolves once all are healthy. */
  static async start(docker: Docker, version: string): Promise<Deployment> {
    const folder = mkdtempSync(join(tmpdir(), 'superscope-deployment-'));
    for (const name of ['compose.yaml', 'caddy', 'prometheus', 'grafana', 'clickhouse', 'mongodb'])
      cpSync(join(repository, 'deploy', name), join(folder, name), { recursive: true });
    for (const name of ['override.yaml', 'clocks.yaml'])
      cpSync(join(repository, 'test/deploy-run', name), join(folder, name));
    // Compose 1 takes the project's name by its option alone.
    const file = join(folder, 'compose.yaml');
    writeFileSync(file, readFileSync(file, 'utf8').replace(/^name: .*\n/m, ''));
    await makeSecrets(join(folder, 'secrets'));
    const [port, tlsPort, grafanaPort] = [await freePort(), await freePort(), await freePort()];
    const url = `https://localhost:${tlsPort}`;
    const settings = {
      SUPERSCOPE_VERSION: version,
      SUPERSCOPE_PORT: String(port),
      SUPERSCOPE_TLS_PORT: String(tlsPort),
      GRAFANA_PORT: String(grafanaPort),
      SUPERSCOPE_SITE: 'localhost',
      SUPERSCOPE_PUBLIC_URL: url,
      SUPERSCOPE_SECURE_COOKIES: 'true',
      KAFKA_VERSION: versionOf(namedImages().kafka),
    };
    const { env: dockerEnv, compose } = docker;
    const deployment = new Deployment({ folder, project, dockerEnv, compose, settings, url });
    try {
      await deployment.compose(['down', '--volumes', '--remove-orphans']);
      await deployment.up();
      return deployment;
    } catch (error) {
      writeFileSync(join(tmpdir(), 'superscope-deployment.log'), await deployment.logs());
      await deployment.end();
      throw error;
    }
  }

  /** Starts what does not run, and waits until everything is healthy. */
  async up(): Promise<void> {
    await this.compose(['up', '--detach', '--no-build', ...scales], { timeoutMs: 600_000 });
    await this.healthy([...pairs, ...singles]);
  }

  /** Ends everything and begins again with the events, files and keys of a data folder of `npm start`, and nothing else. */
  async beginWith(dataDir: string): Promise<void> {
    await this.compose(['down', '--remove-orphans', '--timeout', '30']);
    // Not the certificate of the proxy, which the suites trust.
    for (const volume of engines) await this.docker(['volume', 'rm', `${project}_${volume}`]);
    // Only these, and without those they depend on: Compose 1 waits for ever until what it does not start is healthy.
    await this.compose(['up', '--no-start', '--no-build', '--no-deps', 'keeper', 'mongodb']);
    const { Id, Config } = await this.container('keeper');
    await this.docker(['start', Id]);
    const unpack = ['tar', '-x', '--no-overwrite-dir', '-C'];
    await this.pack(join(dataDir, 'event-store'), ['exec', '--interactive', Id, ...unpack, '/held']);
    const volume = ['--interactive', '--volume', `${project}_mongodb:/held`, '--entrypoint', ''];
    await this.pack(join(dataDir, 'mongo'), ['run', '--rm', ...volume, Config.Image, ...unpack, '/held']);
    await this.up();
  }

  /** Sends a folder to a command of Docker as an archive. */
  private async pack(folder: string, command: readonly string[]): Promise<void> {
    const script = 'folder=$1; shift; tar -C "$folder" --exclude="*.sock" -c . | docker "$@"';
    await run('/bin/sh', ['-c', script, 'pack', folder, ...command], { env: this.env });
  }

  compose(args: readonly string[], options: CommandOptions = {}): Promise<string> {
    const [command, ...first] = this.running.compose;
    const files = ['--file', join(this.running.folder, 'compose.yaml'), '--file', this.file('override.yaml')];
    const all = [...first, '--project-name', project, ...files, ...args];
    return run(command!, all, { ...options, env: { ...this.env, ...options.env } });
  }

  /** A command of Docker. */
  docker(args: readonly string[], options: CommandOptions = {}): Promise<string> {
    return run('docker', args, { ...options, env: this.env });
  }

  attempt(args: readonly string[], options: CommandOptions = {}): Promise<Ended> {
    return attempt('docker', args, { ...options, env: this.env });
  }

  /** The containers of a service, by their number. */
  async containers(service: string): Promise<Inspected[]> {
    const labels = [`com.docker.compose.project=${project}`, `com.docker.compose.service=${service}`];
    const filters = labels.flatMap((label) => ['--filter', `label=${label}`]);
    const ids = (await this.docker(['ps', '--all', '--quiet', '--no-trunc', ...filters])).split('\n').filter(Boolean);
    if (ids.length === 0) return [];
    const number = ({ Config }: Inspected) => Number(Config.Labels['com.docker.compose.container-number']);
    return (JSON.parse(await this.docker(['inspect', ...ids])) as Inspected[]).sort((a, b) => number(a) - number(b));
  }

  /** The only container of a service, or its first. */
  async container(service: string): Promise<Inspected> {
    const [first] = await this.containers(service);
    if (first === undefined) throw new Error(`There is no container of ${service}.`);
    return first;
  }

  /** The full name of one of the compose file's networks. */
  network(name: string): string {
    return `${project}_${name}`;
  }

  /** The address of a service's first container in the network of the engines. */
  async addressOf(service: string): Promise<string> {
    const { NetworkSettings } = await this.container(service);
    const address = NetworkSettings.Networks[this.network('engines')]?.IPAddress;
    if (!address) throw new Error(`${service} has no address in the network of the engines.`);
    return address;
  }

  /** Runs lines of shell with rights over the network of a container, from another one beside it. */
  async inNetworkOf(id: string, lines: string): Promise<void> {
    const joined = ['--network', `container:${id}`, '--cap-add', 'NET_ADMIN', '--pull', 'never'];
    await this.docker(['run', '--rm', ...joined, toolsImage, '/bin/sh', '-euc', lines]);
  }

  /** Fills the volume of clocks.yaml with libfaketime. */
  async holdFaketime(): Promise<void> {
    const volume = ['--volume', 'superscope-test-faketime:/usr/lib/x86_64-linux-gnu/faketime'];
    await this.docker(['run', '--rm', '--pull', 'never', ...volume, toolsImage, 'true']);
  }

  /** Starts the containers of services again, with more files of settings or without those of before. */
  async startAgain(services: readonly string[], files: readonly string[] = []): Promise<void> {
    await this.compose([...files, 'up', '--detach', '--no-build', '--no-deps', ...scales, ...services]);
    await this.healthy(services);
  }

  /** Makes what a version needs in its engines, before `replace`. Its images are those of all later commands. */
  async prepare(version: string): Promise<void> {
    this.running.settings['SUPERSCOPE_VERSION'] = version;
    await this.compose(['run', '--rm', '--no-deps', '-T', 'schema']);
  }

  /** Starts containers of the prepared version beside those of a service, which end once the new ones are healthy. */
  async replace(service: string): Promise<void> {
    const old = await this.containers(service);
    const scale = ['--scale', `${service}=${old.length * 2}`];
    await this.compose(['up', '--detach', '--no-build', '--no-deps', '--no-recreate', ...scale, service]);
    await this.healthy([service]);
    for (const { Id } of old) {
      await this.docker(['stop', '--time', '60', Id]);
      await this.docker(['rm', Id]);
    }
  }

  async exec(service: string, command: readonly string[], options: CommandOptions = {}): Promise<string> {
    return this.docker(['exec', '--interactive', (await this.container(service)).Id, ...command], options);
  }

  /** Waits until all containers of the services are healthy again. */
  async healthy(services: readonly string[], withinMs = 180_000): Promise<void> {
    const limit = performance.now() + withinMs;
    for (;;) {
      const all = (await Promise.all(services.map((service) => this.containers(service)))).flat();
      const not = all.filter(({ State }) => !State.Running || State.Health?.Status !== 'healthy');
      if (not.length === 0) return;
      if (performance.now() > limit)
        throw new Error(`These did not become healthy: ${not.map(({ Name }) => Name.slice(1)).join(', ')}.`);
      await delay(500);
    }
  }

  logs(...services: string[]): Promise<string> {
    return this.compose(['logs', '--no-color', '--timestamps', '--tail=400', ...services]);
  }

  secret(name: string): string {
    return secretOf(this.file('secrets'), name);
  }

  file(name: string): string {
    return join(this.running.folder, name);
  }

  /** The authority of the certificate that Caddy has made for its site. */
  async authority(): Promise<string> {
    return this.exec('web', ['cat', '/data/caddy/pki/authorities/local/root.crt']);
  }

  /** Removes the containers with their data, and the folder. */
  async end(): Promise<void> {
    await this.compose(['down', '--volumes', '--remove-orphans', '--timeout', '20']).catch(() => '');
    await this.attempt(['volume', 'rm', '--force', 'superscope-test-faketime']);
    rmSync(this.running.folder, { recursive: true, force: true });
  }

  private get env(): NodeJS.ProcessEnv {
    return { ...this.running.dockerEnv, ...this.running.settings };
  }
}
