import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cachedFolder } from '../harness/cached-download.js';
import { mavenJars } from '../harness/maven-jars.js';
import { repository } from '../harness/repository.js';
import { secondNodeOf } from '../second-node.mjs';
import { attempt, run } from './command.js';
import { builtByGo, CannotRun, type Docker } from './machine.js';

const folderOf = (name: string) => join(repository, 'test/deploy-run/images', name);
const textOf = (path: string) => readFileSync(join(repository, path), 'utf8');

/** Changes the network of another container. */
export const toolsImage = 'superscope-test/tools:2';

/** Images are built without BuildKit, because Debian's client has none. The builds reach the registries of packages by this machine's network. */
const builder = { DOCKER_BUILDKIT: '0' };

/** The images that the Dockerfile and the compose file name, by their repository. */
export function namedImages(): Record<'node' | 'caddy' | 'alpine' | 'kafka' | 'prometheus', string> {
  const files = `${textOf('deploy/docker/Dockerfile')}\n${textOf('deploy/compose.yaml')}`;
  const named = (repositoryName: string) => {
    const found = new RegExp(`(?:FROM|image:) (${repositoryName}:[^\\s@]+)`).exec(files);
    if (found === null)
      throw new Error(`Neither the Dockerfile nor the compose file names an image ${repositoryName}.`);
    return found[1]!;
  };
  return {
    node: named('node'),
    caddy: named('caddy'),
    alpine: named('alpine'),
    kafka: named('apache/kafka'),
    prometheus: named('prom/prometheus'),
  };
}

export const versionOf = (image: string): string => /:v?(\d+(?:\.\d+)*)/.exec(image)![1]!;

/** Makes images. All are kept, so a second run needs seconds. */
export class Images {
  private readonly env: NodeJS.ProcessEnv;

  constructor(
    private readonly docker: Docker,
    private readonly say: (text: string) => void,
  ) {
    this.env = { ...docker.env, ...builder };
  }

  /** Pulls the images of others, or makes them of Debian's packages under the same names where no registry answers. */
  async bases(): Promise<void> {
    const { node, caddy, alpine, kafka, prometheus } = namedImages();
    await this.base(node, 'node', async (context) => {
      const version = versionOf(node);
      const { program, none } = secondNodeOf(version);
      if (program === undefined) throw new CannotRun(`Node ${version} cannot be had: ${none}.`);
      cpSync(program, join(context, 'node'));
      const npm = (await run('npm', ['root', '--global'])).trim();
      cpSync(join(npm, 'npm'), join(context, 'npm'), { recursive: true });
    });
    await this.base(caddy, 'caddy', async (context) => {
      const version = versionOf(caddy);
      // Debian 12 has 2.6, which does not know every option of the Caddyfile.
      const module = `github.com/caddyserver/caddy/v2/cmd/caddy@v${version}`;
      cpSync(join(await builtByGo(`caddy-${version}`, module, this.say), 'caddy'), join(context, 'caddy'));
    });
    await this.base(alpine, 'plain', async () => {});
    await this.base(prometheus, 'prometheus', async () => {});
    await this.base(kafka, 'kafka', async (context) => {
      const version = versionOf(kafka);
      const jars = await mavenJars({
        name: `kafka-${version}`,
        what: 'a broker',
        dependencies: [`org.apache.kafka:kafka_2.13:${version}`, 'org.slf4j:slf4j-simple:1.7.36'],
      });
      cpSync(jars, join(context, 'jars'), { recursive: true });
      cpSync(folderOf('kafka-start.sh'), join(context, 'kafka-start.sh'));
    });
  }

  /** Builds the product's four images from a folder with its sources, tagged with this version. */
  async product(version: string, sources = repository): Promise<void> {
    for (const target of ['api', 'projector', 'renderer', 'web']) {
      const began = performance.now();
      const file = ['--file', join(sources, 'deploy/docker/Dockerfile'), '--target', target];
      const tag = ['--tag', `superscope/${target}:${version}`];
      await this.build([...file, ...tag, sources]);
      this.say(`superscope/${target}:${version} in ${seconds(began)} s`);
    }
  }

  /** Builds the image of the embedded engines from the built files of this checkout. */
  async engines(): Promise<void> {
    const began = performance.now();
    await this.inContext(async (context) => {
      const { workspaces } = JSON.parse(textOf('package.json')) as { workspaces: string[] };
      if (!workspaces.includes('libs/*')) throw new Error('The engines are no workspace of the repository any more.');
      const ofEngines = ['package.json', 'dist', 'running-processes.mjs'].map((name) => `libs/embedded/${name}`);
      for (const name of ['package.json', 'package-lock.json', ...ofEngines])
        cpSync(join(repository, name), join(context, name), { recursive: true });
      cpSync(join(repository, 'deploy/local/check-node.mjs'), join(context, 'deploy/local/check-node.mjs'));
      cpSync(folderOf('engine.mjs'), join(context, 'engine.mjs'));
      const node = ['--build-arg', `NODE=${namedImages().node}`];
      const file = ['--file', folderOf('engines.Dockerfile')];
      await this.build([...node, ...file, '--tag', 'superscope-test/engines:1', context]);
    });
    this.say(`superscope-test/engines:1 in ${seconds(began)} s`);
  }

  /** Builds the product's images from the sources of an earlier commit, tagged with this version. */
  async ofCommit(commit: string, version: string): Promise<void> {
    await this.inContext(async (folder) => {
      const archive = ['-c', 'git archive "$1" | tar -x -C "$2"', 'archive', commit, folder];
      await run('/bin/sh', archive, { cwd: repository });
      await this.product(version, folder);
    });
  }

  /** For faults of the network and of clocks. */
  async tools(): Promise<void> {
    if (await this.exists(toolsImage)) return;
    await this.debian();
    await this.inContext((context) =>
      this.build(['--file', folderOf('tools.Dockerfile'), '--tag', toolsImage, context]),
    );
  }

  private async base(image: string, file: string, fill: (context: string) => Promise<void>): Promise<void> {
    if (await this.exists(image)) return;
    if (!this.docker.isOwn && (await this.pulled(image))) return this.say(`${image} pulled`);
    const began = performance.now();
    await this.debian();
    await this.inContext(async (context) => {
      await fill(context);
      await this.build(['--file', folderOf(`${file}.Dockerfile`), '--tag', image, context]);
    });
    this.say(`${image} made in ${seconds(began)} s`);
  }

  /** Debian 12 without more than a container needs, with this machine's certificate authorities. */
  private async debian(): Promise<void> {
    const image = 'superscope-test/debian:bookworm';
    if (await this.exists(image)) return;
    const began = performance.now();
    if (process.getuid?.() !== 0) throw new CannotRun('No registry of images answers, and only root can make images.');
    const folder = await cachedFolder('debian-bookworm', async (partial) => {
      const packages = '--include=ca-certificates,curl,wget';
      await run('debootstrap', ['--variant=minbase', packages, 'bookworm', partial, 'http://deb.debian.org/debian']);
    });
    const authorities = 'etc/ssl/certs/ca-certificates.crt';
    cpSync(join('/', authorities), join(folder, authorities));
    const path = 'ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
    const packed = ['--exclude=./var/cache/apt/archives/*.deb', '--exclude=./var/lib/apt/lists/*', '-c', '.'];
    await run(
      '/bin/sh',
      [
        '-c',
        'folder=$1; image=$2; path=$3; shift 3; tar -C "$folder" "$@" | docker import --change "$path" - "$image"',
        'import',
        ...[folder, image, path, ...packed],
      ],
      { env: this.env },
    );
    this.say(`${image} in ${seconds(began)} s`);
  }

  private async exists(image: string): Promise<boolean> {
    return (await attempt('docker', ['image', 'inspect', image], { env: this.env })).status === 0;
  }

  private async pulled(image: string): Promise<boolean> {
    return (await attempt('docker', ['pull', '--quiet', image], { env: this.env, timeoutMs: 300_000 })).status === 0;
  }

  private async build(args: readonly string[]): Promise<void> {
    const bounded = ['--network', 'host', '--memory', '4g'];
    await run('docker', ['build', ...bounded, ...args], { env: this.env, timeoutMs: 1_500_000 });
  }

  private async inContext(use: (folder: string) => Promise<void>): Promise<void> {
    const folder = mkdtempSync(join(tmpdir(), 'superscope-image-'));
    try {
      await use(folder);
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
}

const seconds = (began: number) => ((performance.now() - began) / 1000).toFixed(0);
