import { deadLetterStates } from '@superscope/contracts/dead-letters';
import { collectDefaultMetrics, Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { filesUnder, textOf, yamlOf } from './deploy-files.js';
import { grafanaBoard } from './grafana-schema.js';

interface Rule {
  alert: string;
  expr: string;
  for?: string;
  labels: { severity: string };
  annotations: { summary: string; runbook: string };
}
interface Panel {
  id: number;
  title: string;
  type: string;
  datasource: { uid: string };
  gridPos: { x: number; y: number; w: number; h: number };
  targets: { refId: string; expr: string }[];
}

const [{ groups }] = yamlOf<{ groups: { name: string; rules: Rule[] }[] }>('deploy/prometheus/alerts.yaml') as [
  { groups: { name: string; rules: Rule[] }[] },
];
const rules = groups.flatMap((group) => group.rules);
const board = JSON.parse(textOf('deploy/grafana/boards/superscope.json')) as { uid: string; panels: Panel[] };
const expressions = [...rules, ...board.panels.flatMap((panel) => panel.targets)].map(({ expr }) => expr);
const [{ scrape_configs: jobs }] = yamlOf('deploy/prometheus/prometheus.yaml') as [
  { scrape_configs: { job_name: string }[] },
];

/** The apps' metrics: those named in their sources, and prom-client's default ones. */
function counted(): Set<string> {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry, prefix: 'superscope_' });
  const sources = [...filesUnder('apps/api/src', /\.ts$/), ...filesUnder('apps/projector/src', /\.ts$/)]
    .filter((path) => !path.endsWith('.spec.ts'))
    .map(textOf)
    .join('\n');
  const own = [...sources.matchAll(/name: '(superscope_\w+)'/g)].map((match) => match[1]!);
  return new Set([...own, ...registry.getMetricsAsArray().map(({ name }) => name)]);
}

/** Metrics of the proxy, taken from its output. */
const proxyMetrics = ['caddy_http_request_duration_seconds_count', 'caddy_http_response_duration_seconds_bucket'];
const operations = textOf('docs/operations.md');
const kebab = (name: string) => name.replaceAll(/\B[A-Z]/g, (letter) => `-${letter}`).toLowerCase();

describe('a monitored metric', () => {
  it('is exported by an app or by the proxy', () => {
    const known = counted();
    const named = new Set(expressions.flatMap((expr) => expr.match(/\b(superscope|caddy)_\w+/g) ?? []));
    expect(named.size).toBeGreaterThan(8);
    for (const name of named) expect(known.has(name) || proxyMetrics.includes(name), name).toBe(true);
  });

  it('is scraped by Prometheus', () => {
    const names = jobs.map((job) => job.job_name);
    const asked = expressions.flatMap((expr) =>
      [...expr.matchAll(/job=~?"([^"]+)"/g)].flatMap((m) => m[1]!.split('|')),
    );
    expect(asked.length).toBeGreaterThan(0);
    for (const job of asked) expect(names).toContain(job);
  });

  it('of the proxy counts requests to the portal only, excluding health checks and other handlers', () => {
    const ofProxy = expressions.flatMap((expr) => expr.match(/caddy_\w+(\{[^}]*\})?/g) ?? []);
    expect(ofProxy.length).toBeGreaterThan(3);
    for (const metric of ofProxy) expect(metric).toContain('handler="subroute"');
  });

  it('of dead letters uses an existing state', () => {
    const states = expressions.flatMap((expr) => [...expr.matchAll(/state="(\w+)"/g)].map((match) => match[1]!));
    expect(states.length).toBeGreaterThan(0);
    for (const state of states) expect(deadLetterStates).toContain(state);
  });

  it('is queried in expressions with balanced brackets', () => {
    for (const expr of expressions)
      for (const [open, close] of ['()', '{}', '[]'])
        expect(expr.split(open!).length, expr).toBe(expr.split(close!).length);
  });
});

describe('an alert', () => {
  it.each(rules)('$alert has a severity, a description and a link to its runbook', (rule) => {
    expect(['page', 'ticket']).toContain(rule.labels.severity);
    expect(rule.annotations.summary).toMatch(/\.$/);
    expect(rule.annotations.runbook).toBe(`docs/operations.md#alert-${kebab(rule.alert)}`);
    expect(textOf('docs/operations.md')).toContain(`### Alert: ${kebab(rule.alert).replaceAll('-', ' ')}\n`);
    expect(operations).toContain(`\n### Alert: ${kebab(rule.alert).replaceAll('-', ' ')}\n`);
  });

  it('has a unique name', () => {
    expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
  });
});

describe('the dashboard in Grafana', () => {
  it('is valid by the schema of a dashboard, without an unknown field', () => {
    const { success, error } = grafanaBoard.safeParse(board);
    expect(success, JSON.stringify(error?.issues)).toBe(true);
  });

  it('reads from the configured data source', () => {
    const [{ datasources }] = yamlOf('deploy/grafana/provisioning/datasources/prometheus.yaml') as [
      { datasources: { uid: string }[] },
    ];
    for (const panel of board.panels) expect(panel.datasource.uid).toBe(datasources[0]!.uid);
  });

  it('is Grafana’s home dashboard', () => {
    expect(textOf('deploy/compose.yaml')).toContain('/etc/grafana/boards/superscope.json');
    const [{ providers }] = yamlOf('deploy/grafana/provisioning/dashboards/superscope.yaml') as [
      { providers: { options: { path: string } }[] },
    ];
    expect(providers[0]!.options.path).toBe('/etc/grafana/boards');
  });

  it('shows each panel once, without overlaps', () => {
    const cells = board.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, i) => `${x + (i % w)},${y + Math.floor(i / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    expect(Math.max(...board.panels.map(({ gridPos }) => gridPos.x + gridPos.w))).toBeLessThanOrEqual(24);
    expect(new Set(board.panels.map(({ id }) => id)).size).toBe(board.panels.length);
    for (const { targets } of board.panels)
      expect(new Set(targets.map(({ refId }) => refId)).size).toBe(targets.length);
  });
});
