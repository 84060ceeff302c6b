import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { doctorAreas, doctorReport } from '@superscope/contracts/doctor';
import { describe, expect, inject, it } from 'vitest';
import { until } from '../faults/fault-portal.js';
import { repository } from '../harness/repository.js';
import { Deployment } from './deployment.js';

const deployment = new Deployment(inject('deployment'));

interface Board {
  panels: { title: string; targets: { expr: string }[] }[];
}
const board = JSON.parse(readFileSync(join(repository, 'deploy/grafana/boards/superscope.json'), 'utf8')) as Board;
const queries = board.panels.flatMap(({ title, targets }) => targets.map(({ expr }) => [title, expr] as const));

/** An answer of Prometheus' own interface, which only the networks of the containers reach. */
async function ask<Data>(path: string): Promise<Data> {
  const text = await deployment.exec('prometheus', ['wget', '-q', '-O', '-', `http://127.0.0.1:9090${path}`]);
  return (JSON.parse(text) as { data: Data }).data;
}
const sample = async (expr: string) => {
  const { result } = await ask<{ result: { value: [number, string] }[] }>(
    `/api/v1/query?${new URLSearchParams({ query: expr })}`,
  );
  return result.map(({ value: [, text] }) => Number(text));
};

describe('the doctor', () => {
  it('looks at every area from within an api, and finds nothing broken', async () => {
    const { Id } = await deployment.container('api');
    const command = ['node', 'apps/api/dist/operations/doctor/doctor.main.js', '--json'];
    const { status, output } = await deployment.attempt(['exec', Id, ...command]);
    const { state, checks } = doctorReport.parse(JSON.parse(output));
    // Nobody has made a backup.
    expect([status, state]).toEqual([1, 'attention']);
    expect(new Set(checks.map(({ area }) => area))).toEqual(new Set(doctorAreas));
    expect(checks.filter(({ of }) => of === 'Kafka').map(({ said }) => said)).toEqual([expect.stringContaining('4.2')]);
  });
});

describe('Prometheus', () => {
  it('scrapes every replica of the product by its own name', async () => {
    interface Target {
      labels: { job: string };
      health: string;
      lastError: string;
    }
    const isUp = async () => {
      const { activeTargets } = await ask<{ activeTargets: Target[] }>('/api/v1/targets');
      const up = activeTargets.filter(({ health }) => health === 'up').map(({ labels }) => labels.job);
      return up
        .filter((job) => ['api', 'projector', 'relay', 'web'].includes(job))
        .sort()
        .join(' ');
    };
    await until(
      'all replicas are scraped',
      async () => (await isUp()) === 'api api projector projector relay relay web',
      120_000,
      2_000,
    );
  });

  it('has taken every rule of the alerts, and none pages about the product', async () => {
    interface Rule {
      name: string;
      state: string;
      health: string;
      lastError?: string;
    }
    const rules = async () =>
      (await ask<{ groups: { rules: Rule[] }[] }>('/api/v1/rules')).groups.flatMap((group) => group.rules);
    await until(
      'all rules are evaluated',
      async () => (await rules()).every(({ health }) => health !== 'unknown'),
      60_000,
      2_000,
    );
    for (const { name, health, lastError } of await rules())
      expect([name, health, lastError]).toEqual([name, 'ok', undefined]);
    // The embedded engines have no metrics, unlike those that they stand for.
    const firing = (await rules()).filter(({ state }) => state === 'firing').map(({ name }) => name);
    expect(firing.filter((name) => name !== 'EngineDown')).toEqual([]);
  });

  it.each(queries)('answers the board’s panel %s: %s', async (_title, expr) => {
    await until('there are samples', async () => (await sample(expr)).length > 0, 90_000, 2_000);
    for (const value of await sample(expr)) expect(value).toBeGreaterThanOrEqual(0);
  });
});
