import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { repository, textOf, yamlOf } from './deploy-files.js';
import { problemsOf, unknownFieldsOf, type Manifest } from './kubernetes-schema.js';

const base = 'deploy/kubernetes/base';
const overlay = 'deploy/kubernetes/overlays/example';
const nameLabel = 'app.kubernetes.io/name';

interface Kustomization {
  resources: string[];
  patches?: { path: string }[];
  images: { name: string; newTag: string }[];
}
type Labels = Record<string, string>;
interface Probe {
  httpGet: { path: string; port: string };
}
interface Container {
  name: string;
  image: string;
  command?: string[];
  /** The settings that the parts share. */
  envFrom?: unknown[];
  env: { name: string; value: string }[];
  ports: { name: string; containerPort: number }[];
  resources: { requests: Labels; limits: Labels };
  securityContext: Record<string, unknown>;
  startupProbe: Probe;
  readinessProbe: Probe;
  livenessProbe: Probe;
  volumeMounts: { name: string; mountPath: string }[];
}
interface PodTemplate {
  metadata: { labels: Labels };
  spec: {
    serviceAccountName: string;
    automountServiceAccountToken: boolean;
    securityContext: Record<string, unknown>;
    topologySpreadConstraints: unknown[];
    initContainers?: Container[];
    containers: Container[];
    volumes: {
      name: string;
      secret?: { items: { key: string; path: string }[] };
      persistentVolumeClaim?: { claimName: string };
    }[];
  };
}
interface Deployment extends Manifest {
  spec: { replicas?: number; selector: { matchLabels: Labels }; template: PodTemplate };
}
interface CronJob extends Manifest {
  spec: { schedule: string; concurrencyPolicy: string; jobTemplate: { spec: { template: PodTemplate } } };
}
interface Selector {
  matchLabels?: Labels;
  matchExpressions?: { key: string; operator: string; values: string[] }[];
}
interface NetworkPolicy extends Manifest {
  spec: { podSelector: Selector; policyTypes: string[]; ingress?: { from?: unknown[] }[]; egress?: unknown[] };
}

const kustomization = (folder: string) => yamlOf<Kustomization>(`${folder}/kustomization.yaml`)[0]!;

/** All manifests listed by a folder, recursively. */
function resourcesOf(folder: string): Manifest[] {
  return kustomization(folder).resources.flatMap((path) => {
    const listed = join(folder, path);
    expect(existsSync(join(repository, listed)), listed).toBe(true);
    return path.endsWith('.yaml') ? yamlOf<Manifest>(listed) : resourcesOf(listed);
  });
}

/** Merges like Kustomize for these patches: objects are merged, all other values replaced. */
function merged(into: unknown, patch: unknown): unknown {
  if (typeof into !== 'object' || typeof patch !== 'object' || Array.isArray(patch) || into === null || patch === null)
    return patch;
  const result: Record<string, unknown> = { ...into };
  for (const [key, value] of Object.entries(patch)) result[key] = merged(result[key], value);
  return result;
}

function patchedOf(folder: string): Manifest[] {
  const manifests = resourcesOf(folder);
  for (const { path } of kustomization(folder).patches ?? [])
    for (const patch of yamlOf<Manifest>(join(folder, path))) {
      const at = manifests.findIndex((m) => m.kind === patch.kind && m.metadata.name === patch.metadata.name);
      expect(at, `${patch.kind} ${patch.metadata.name} to patch`).toBeGreaterThanOrEqual(0);
      manifests[at] = merged(manifests[at], patch) as Manifest;
    }
  return manifests;
}

const manifests = patchedOf(overlay);
const of = <T extends Manifest>(kind: string) => manifests.filter((manifest) => manifest.kind === kind) as T[];
const deployments = of<Deployment>('Deployment');
const names = deployments.map(({ metadata }) => metadata.name);
const jobs = of<CronJob>('CronJob').map(({ metadata }) => metadata.name);
const podOf = (deployment: Deployment) => deployment.spec.template.spec;
const containerOf = (deployment: Deployment) => podOf(deployment).containers[0]!;

function expectNoPrivileges(pod: PodTemplate['spec']): void {
  expect(pod.securityContext).toMatchObject({ runAsNonRoot: true, seccompProfile: { type: 'RuntimeDefault' } });
  for (const { securityContext } of [...(pod.initContainers ?? []), ...pod.containers])
    expect(securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    });
  expect(pod.automountServiceAccountToken).toBe(false);
  expect(of('ServiceAccount').map(({ metadata }) => metadata.name)).toContain(pod.serviceAccountName);
}

/** The settings of a pod that name a file, and whether that file is mounted. */
function filesOf({ containers, volumes }: PodTemplate['spec']): [setting: string, isMounted: boolean][] {
  const container = containers[0]!;
  const shared = container.envFrom === undefined ? {} : of<Manifest & { data: Labels }>('ConfigMap')[0]!.data;
  const own = Object.fromEntries(container.env.map(({ name, value }) => [name, value]));
  const mounted = container.volumeMounts.find((mount) => mount.name === 'secrets')!.mountPath;
  const items = volumes.find((volume) => volume.name === 'secrets')!.secret!.items;
  const files = items.map(({ path }) => `${mounted}/${path}`);
  const wanted = Object.entries({ ...shared, ...own }).filter(([key]) => key.endsWith('_FILE'));
  return wanted.map(([key, file]) => [key, files.includes(file)]);
}

describe('the Kubernetes manifests', () => {
  it.each(manifests)('$kind $metadata.name is valid by the schema of Kubernetes', async (manifest) => {
    expect(await problemsOf(manifest)).toBe('');
  });

  it('have no unknown fields', () => {
    expect(unknownFieldsOf(manifests)).toEqual([]);
    const misspelt = { ...containerOf(deployments[0]!), livenesProbe: {} };
    const wrong = structuredClone(deployments[0]!);
    wrong.spec.template.spec.containers = [misspelt];
    expect(unknownFieldsOf([wrong]).join()).toContain('livenesProbe');
  }, 60_000);

  it('are all listed', () => {
    for (const folder of [base, overlay]) {
      const { resources, patches = [] } = kustomization(folder);
      const listed = [...resources, ...patches.map(({ path }) => path), 'kustomization.yaml'];
      expect(readdirSync(join(repository, folder)).filter((file) => !listed.includes(file))).toEqual([]);
    }
  });

  it('are the stateless parts, and contain no secret', () => {
    expect(names.sort()).toEqual(['api', 'projector', 'relay', 'renderer', 'web']);
    expect(of('Secret')).toEqual([]);
    expect(of('StatefulSet')).toEqual([]);
  });

  it('use images with one configured version', () => {
    for (const folder of [base, overlay]) {
      const chosen = Object.fromEntries(kustomization(folder).images.map(({ name, newTag }) => [name, newTag]));
      for (const deployment of deployments) expect(chosen[containerOf(deployment).image]).toMatch(/^\d+\.\d+\.\d+/);
    }
  });
});

describe.each(deployments)('the deployment $metadata.name', (deployment) => {
  const { name } = deployment.metadata;
  const pod = podOf(deployment);
  const container = containerOf(deployment);

  it('selects its own pods', () => {
    expect(deployment.spec.selector.matchLabels).toEqual({ [nameLabel]: name });
    expect(deployment.spec.template.metadata.labels).toMatchObject(deployment.spec.selector.matchLabels);
  });

  it('has no privileges on its machine or in Kubernetes', () => expectNoPrivileges(pod));

  it('has startup, readiness and liveness probes on a declared port', () => {
    const ports = container.ports.map((port) => port.name);
    for (const probe of [container.startupProbe, container.readinessProbe, container.livenessProbe])
      expect(ports).toContain(probe.httpGet.port);
    // An unavailable engine must neither kill all apis nor remove them from the proxies.
    for (const probe of [container.livenessProbe, container.readinessProbe])
      expect(probe.httpGet.path).not.toContain('ready');
  });

  it('has resource requests and limits', () => {
    expect(container.resources.requests).toMatchObject({ cpu: expect.any(String), memory: expect.any(String) });
    expect(container.resources.limits).toHaveProperty('memory');
  });

  it('is spread over machines and never evicted completely', () => {
    expect(pod.topologySpreadConstraints).toHaveLength(2);
    const budgets = of<Manifest & { spec: { selector: Selector; maxUnavailable: number } }>('PodDisruptionBudget');
    const mine = budgets.filter(({ spec }) => spec.selector.matchLabels?.[nameLabel] === name);
    expect(mine.map(({ spec }) => spec.maxUnavailable)).toEqual([1]);
    const scaled = of<Manifest & { spec: { scaleTargetRef: { name: string }; minReplicas: number } }>(
      'HorizontalPodAutoscaler',
    ).find(({ spec }) => spec.scaleTargetRef.name === name);
    expect(scaled?.spec.minReplicas ?? deployment.spec.replicas).toBeGreaterThanOrEqual(2);
    // A fixed number of replicas would conflict with the autoscaler.
    if (scaled) expect(deployment.spec.replicas).toBeUndefined();
  });

  it('relies on a schema that a step before it applied, if it reads what the schema makes', () => {
    const steps = (pod.initContainers ?? []).map(({ name, image, command, startupProbe }) => [
      name,
      image,
      command!.at(-1),
      startupProbe,
    ]);
    const schema = ['schema', 'superscope/projector', 'apps/projector/dist/schema/schema.main.js', undefined];
    expect(steps).toEqual(['api', 'projector'].includes(name) ? [schema] : []);
  });

  it('mounts every file named by its settings', () => {
    if (name === 'web') return;
    // The relay reads neither encrypted fields nor figures.
    const forOthers = name === 'relay' ? ['CLICKHOUSE_URL_FILE', 'SUPERSCOPE_MASTER_KEY_FILE'] : [];
    for (const [key, isMounted] of filesOf(pod)) expect(isMounted, key).toBe(!forOthers.includes(key));
  });
});

describe('the daily job that signs the history', () => {
  const [job, ...others] = of<CronJob>('CronJob');
  const { metadata, spec: pod } = job!.spec.jobTemplate.spec.template;
  const [container] = pod.containers as [Container];

  it('runs the command of the api’s image once a day, and never beside itself', () => {
    expect(others).toEqual([]);
    expect(job!.spec).toMatchObject({
      schedule: expect.stringMatching(/^\d+ \d+ \* \* \*$/),
      concurrencyPolicy: 'Forbid',
    });
    expect(container.image).toBe('superscope/api');
    expect(container.command).toEqual(['node', 'apps/api/dist/history/proof/sign-history.main.js']);
  });

  it('has no privileges on its machine or in Kubernetes', () => expectNoPrivileges(pod));

  it('keeps its heads in a separate volume, outside the stores', () => {
    const folder = container.env.find(({ name }) => name === 'SUPERSCOPE_HISTORY_HEADS')!.value;
    const mount = container.volumeMounts.find(({ mountPath }) => mountPath === folder)!;
    const claim = pod.volumes.find(({ name }) => name === mount.name)!.persistentVolumeClaim!.claimName;
    expect(of('PersistentVolumeClaim').map(({ metadata }) => metadata.name)).toEqual([claim]);
    expect(textOf('deploy/docker/Dockerfile')).toContain(`--group=1000 ${folder}`);
  });

  it('mounts every file named by its settings, and is the only part with the key', () => {
    for (const [key, isMounted] of filesOf(pod)) expect(isMounted, key).toBe(true);
    expect(filesOf(pod).map(([key]) => key)).toContain('SUPERSCOPE_HISTORY_KEY_FILE');
    expect(JSON.stringify(deployments)).not.toMatch(/history_key|SUPERSCOPE_HISTORY/);
  });

  it('reaches the engines', () => {
    const { spec } = of<NetworkPolicy>('NetworkPolicy').find(({ metadata }) => metadata.name === 'engines')!;
    expect(spec.podSelector.matchExpressions![0]!.values).toContain(metadata.labels[nameLabel]);
  });
});

describe('between the parts', () => {
  it('a service selects existing pods and one of their ports', () => {
    for (const { spec } of of<Manifest & { spec: { selector: Labels; ports: { targetPort: string }[] } }>('Service')) {
      const target = deployments.find(({ metadata }) => metadata.name === spec.selector[nameLabel])!;
      const ports = containerOf(target).ports.map(({ name }) => name);
      for (const { targetPort } of spec.ports) expect(ports).toContain(targetPort);
    }
  });

  it('the proxy balances between the apis, and none of them has a password of Kafka', () => {
    const services = of<Manifest & { spec: { clusterIP?: string } }>('Service');
    expect(services.find(({ metadata }) => metadata.name === 'api')?.spec.clusterIP).toBe('None');
    expect(JSON.stringify(deployments.find(({ metadata }) => metadata.name === 'api'))).not.toContain('kafka');
  });

  it('the renderer has only its own secret, reaches only the proxy, and is reached only by the apis', () => {
    const renderer = deployments.find(({ metadata }) => metadata.name === 'renderer')!;
    expect(containerOf(renderer).envFrom).toBeUndefined();
    const mounted = podOf(renderer).volumes.flatMap(({ secret }) => secret?.items.map(({ key }) => key) ?? []);
    expect(mounted).toEqual(['renderer_secret']);
    const policies = of<NetworkPolicy>('NetworkPolicy').filter(({ spec }) =>
      JSON.stringify(spec.podSelector).includes('renderer'),
    );
    const reached = policies.flatMap(({ spec: { ingress = [], egress = [] } }) => [...ingress, ...egress]);
    expect([...JSON.stringify(reached).matchAll(/kubernetes\.io\/name":"(\w+)"/g)].map(([, name]) => name)).toEqual([
      'api',
      'web',
    ]);
  });

  it('users reach only the web service', () => {
    expect(textOf(`${overlay}/ingress.yaml`).match(/service: \{ name: \w+/g)).toEqual(['service: { name: web']);
  });

  it('traffic is denied unless a policy allows it', () => {
    const policies = of<NetworkPolicy>('NetworkPolicy');
    const everyone = policies.filter(({ spec }) => Object.keys(spec.podSelector).length === 0);
    const denial = everyone.find(({ spec }) => spec.ingress === undefined && spec.egress === undefined);
    expect(denial?.spec.policyTypes).toEqual(['Ingress', 'Egress']);
    for (const { spec } of policies)
      for (const rule of spec.ingress ?? []) expect(rule.from?.length).toBeGreaterThan(0);
  });

  it('a policy selects existing pods', () => {
    for (const { spec } of of<NetworkPolicy>('NetworkPolicy')) {
      const { matchLabels = {}, matchExpressions = [] } = spec.podSelector;
      const spokenOf = [...Object.values(matchLabels), ...matchExpressions.flatMap(({ values }) => values)];
      for (const name of spokenOf) expect([...names, ...jobs]).toContain(name);
    }
  });
});
