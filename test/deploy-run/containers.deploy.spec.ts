import { readdirSync } from 'node:fs';
import { describe, expect, inject, it } from 'vitest';
import { Deployment, pairs, singles } from './deployment.js';

const deployment = new Deployment(inject('deployment'));
const own = ['web', 'api', 'projector', 'relay', 'renderer'] as const;
const all = [...pairs, ...singles];

const inEvery = async (services: readonly string[], look: (id: string, name: string) => Promise<void>) => {
  for (const service of services)
    for (const { Id, Name } of await deployment.containers(service)) await look(Id, Name.slice(1));
};
const inside = (id: string, command: string) => deployment.attempt(['exec', id, '/bin/sh', '-c', command]);

describe('the deployment', () => {
  it('runs two apis with their workers, two projectors, two relays, a renderer and a proxy, all healthy', async () => {
    for (const name of pairs) expect(await deployment.containers(name), name).toHaveLength(2);
    for (const name of singles) expect(await deployment.containers(name), name).toHaveLength(1);
    for (const name of all)
      for (const { State, RestartCount } of await deployment.containers(name))
        expect([name, State.Health?.Status, RestartCount]).toEqual([name, 'healthy', 0]);
  });

  it('runs nothing as root, without capabilities and without a way to more rights', async () => {
    await inEvery(all, async (id, name) => {
      const { output } = await inside(id, 'id -u; grep -E "^(CapEff|CapPrm|CapBnd|NoNewPrivs):" /proc/self/status');
      const [user, ...status] = output.trim().split('\n');
      expect(Number(user), name).toBeGreaterThan(0);
      const rights = Object.fromEntries(status.map((line) => line.split(/:\s+/) as [string, string]));
      expect(rights, name).toEqual({
        CapPrm: '0000000000000000',
        CapEff: '0000000000000000',
        CapBnd: '0000000000000000',
        NoNewPrivs: '1',
      });
    });
  });

  it('has read-only disks, except for volumes and /tmp; brokers alone write to theirs', async () => {
    const writable = all.filter((name) => !name.startsWith('kafka'));
    await inEvery(writable, async (id, name) => {
      for (const path of ['/new', '/usr/bin/new', '/app/new']) {
        const { status } = await inside(id, `touch ${path}`);
        expect(status, `${path} in ${name}`).not.toBe(0);
      }
      expect((await inside(id, 'touch /tmp/new && rm /tmp/new')).status, name).toBe(0);
    });
  });

  it('holds every container to the memory and the processes that it was given', async () => {
    for (const name of all)
      for (const { HostConfig, State } of await deployment.containers(name)) {
        expect(HostConfig.Memory, name).toBeGreaterThan(0);
        expect(HostConfig.PidsLimit, name).toBeGreaterThan(0);
        expect(State.OOMKilled, name).toBe(false);
      }
  });

  it('hands secrets over as files, to the services that need them, and in no variable or argument', async () => {
    const folder = deployment.file('secrets');
    const values = readdirSync(folder)
      .map((name) => [name, deployment.secret(name)] as const)
      .filter(([, value]) => value.length >= 20);
    expect(values.length).toBeGreaterThan(15);
    for (const name of all)
      for (const container of await deployment.containers(name)) {
        const described = JSON.stringify(container);
        for (const [secret, value] of values)
          expect(described.includes(value), `${secret} in ${container.Name}`).toBe(false);
      }
    const given = async (service: string) => {
      const { Mounts } = await deployment.container(service);
      return Mounts.flatMap(({ Destination }) => /^\/run\/secrets\/(.+)/.exec(Destination)?.[1] ?? []).sort();
    };
    expect(await given('renderer')).toEqual(['renderer_secret']);
    expect(await given('web')).toEqual([]);
    expect(await given('relay')).not.toContain('master_key');
    expect(await given('api')).not.toContain('kafka_password');
  });

  it('publishes the proxy alone, on this machine alone', async () => {
    for (const name of all)
      for (const { NetworkSettings } of await deployment.containers(name)) {
        const published = Object.values(NetworkSettings.Ports).flatMap((each) => each ?? []) as { HostIp: string }[];
        expect(published.length > 0, name).toBe(name === 'web');
        for (const { HostIp } of published) expect(HostIp).toBe('127.0.0.1');
      }
  });

  it('lets the renderer reach the proxy, and neither an engine nor the internet', async () => {
    const reaches = (host: string, port: number) =>
      deployment.exec('renderer', [
        'node',
        '--eval',
        `const s = require('net').connect({ host: '${host}', port: ${port}, timeout: 3000 });
         for (const [event, said] of [['connect', 'yes'], ['error', 'no'], ['timeout', 'no']])
           s.on(event, () => { console.log(said); process.exit(); });`,
      ]);
    expect((await reaches('web', 8083)).trim()).toBe('yes');
    const eventStore = Object.values((await deployment.container('eventstore')).NetworkSettings.Networks)[0]!.IPAddress;
    expect((await reaches(eventStore, 2113)).trim()).toBe('no');
    expect((await reaches('192.0.2.1', 443)).trim()).toBe('no');
  });

  it.each(own)('logs no secret in %s', async (service) => {
    const logs = await deployment.logs(service);
    for (const secret of ['master_key', 'admin_password', 'renderer_secret', 'kafka_password', 'clickhouse_password'])
      expect(logs.includes(deployment.secret(secret)), secret).toBe(false);
  });
});
