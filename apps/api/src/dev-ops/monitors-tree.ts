import { Inject, Injectable } from '@nestjs/common';
import type { DevOpsNode, DevOpsTree } from '@superscope/contracts/dev-ops';
import { ENV, type Env } from '../env.js';
import { OwnChecks, type CheckOutcome, type Looked } from '../platform/checks/own-checks.js';
import { Prometheus, PrometheusAway, type PrometheusAlert, type PrometheusAnswer } from './prometheus.js';
import { counted, node, summaryOf } from './tree-nodes.js';

/** Alerts of Prometheus where one is set; otherwise, and while it does not answer, the product's own checks. */
@Injectable()
export class MonitorsTree {
  private readonly prometheus: Prometheus | null;

  constructor(
    @Inject(ENV) env: Pick<Env, 'PROMETHEUS_URL'>,
    private readonly checks: OwnChecks,
  ) {
    this.prometheus = env.PROMETHEUS_URL === undefined ? null : new Prometheus(env.PROMETHEUS_URL);
  }

  async read(looked: Looked): Promise<DevOpsTree> {
    if (this.prometheus === null) return ownTree(await this.checks.look(looked), null);
    const { place } = this.prometheus;
    try {
      return prometheusTree(await this.prometheus.read(), place);
    } catch (error) {
      if (!(error instanceof PrometheusAway)) throw error;
      return ownTree(await this.checks.look(looked), { place, why: error.message });
    }
  }
}

const words = {
  failed: (n: number) => ({
    text: n === 1 ? '1 fires' : `${n} fire`,
    sentence: n === 1 ? '1 alert fires' : `${n} alerts fire`,
  }),
  attention: (n: number) => ({
    text: `${n} pending`,
    sentence: n === 1 ? '1 alert is pending' : `${n} alerts are pending`,
  }),
  well: (n: number) => ({ text: `${n} quiet`, sentence: `${n} alerts are quiet` }),
};

const quietNode = (description: string, names: readonly { label: string; description: string }[]): DevOpsNode =>
  node({
    id: 'quiet',
    label: 'Quiet',
    description,
    state: 'well',
    children: names.map(({ label, description: looksAt }) =>
      node({ id: `quiet/${label}`, label, description: looksAt, state: 'well' }),
    ),
  });

/** What fires first. */
const byNeed = (nodes: readonly DevOpsNode[]): DevOpsNode[] =>
  nodes.toSorted(
    (a, b) => Number(a.state !== 'failed') - Number(b.state !== 'failed') || a.label.localeCompare(b.label),
  );

/** The product's checks. `away` says which Prometheus should have told instead, and why it did not. */
export function ownTree(outcomes: readonly CheckOutcome[], away: { place: string; why: string } | null): DevOpsTree {
  const found = outcomes.flatMap(({ name, title, finding, since }) =>
    finding === null
      ? []
      : [
          node({
            id: `check/${name}`,
            label: title,
            description: finding.said,
            state: finding.state === 'fires' ? 'failed' : 'attention',
            at: since === null ? null : { reads: 'since', instant: since.toISOString() },
            children: (finding.parts ?? []).map(({ key, label, description }) =>
              node({ id: `check/${name}/${key ?? label}`, label, description, state: 'none' }),
            ),
          }),
        ],
  );
  const missing =
    away === null
      ? []
      : [node({ id: 'prometheus', label: 'Prometheus', description: `${away.place}: ${away.why}`, state: 'failed' })];
  const quiet = outcomes.filter(({ finding }) => finding === null);
  const checks = `${counted(outcomes.length, 'check')} of the product itself`;
  return {
    label: 'Monitor Alerts',
    description:
      away === null
        ? `PROMETHEUS_URL is not set, so the alerts are ${checks}.`
        : `Prometheus does not tell its alerts, so these are ${checks}.`,
    summary: summaryOf([...missing, ...found].map(({ state }) => state).concat(quiet.map(() => 'well')), words),
    children: [
      ...missing,
      ...byNeed(found),
      quietNode(
        counted(quiet.length, 'check'),
        quiet.map(({ title, looksAt }) => ({ label: title, description: looksAt })),
      ),
    ],
  };
}

/** Labels that tell one alert of a rule from another. Others may name anything, so they are not shown. */
const placeLabels = [
  'job',
  'instance',
  'namespace',
  'pod',
  'container',
  'service',
  'partition',
  'state',
  'device',
  'mountpoint',
];
const longestText = 300;

const textOf = (text: string | undefined): string => (text ?? '').replace(/\s+/g, ' ').trim().slice(0, longestText);

const placeOf = ({ labels }: PrometheusAlert): string => {
  const said = placeLabels.flatMap((name) => (labels[name] === undefined ? [] : [textOf(labels[name])]));
  return said.length === 0 ? 'everywhere' : said.join(' ');
};

const sinceOf = ({ activeAt }: PrometheusAlert): string | null =>
  activeAt == null ? null : new Date(activeAt).toISOString();

/** The alerts of Prometheus by rule: a rule's node says the worst of its alerts, and since when. */
export function prometheusTree({ alerts, rules }: PrometheusAnswer, place: string): DevOpsTree {
  const names = [...new Set(alerts.map(({ labels }) => labels['alertname'] ?? 'An alert without a name'))];
  const active = names.map((name) => {
    const own = alerts.filter(({ labels }) => (labels['alertname'] ?? 'An alert without a name') === name);
    return ruleNode(name, own);
  });
  const broken = (rules ?? [])
    .filter(({ health, name }) => health === 'err' && !names.includes(name))
    .map(({ name }) =>
      node({
        id: `rule/${name}`,
        label: textOf(name),
        description: 'Prometheus cannot evaluate it',
        state: 'attention',
      }),
    );
  const found = byNeed([...active, ...unique(broken)]);
  const shown = new Set(found.map(({ id }) => id));
  const quiet = [...new Set((rules ?? []).map(({ name }) => name))].filter((name) => !shown.has(`rule/${name}`));
  const at = `Prometheus at ${place}`;
  return {
    label: 'Monitor Alerts',
    description: rules === null ? `${at}, which does not tell its rules` : at,
    summary: summaryOf(found.map(({ state }) => state).concat(quiet.map(() => 'well')), words),
    children: [
      ...found,
      ...(rules === null
        ? []
        : [
            quietNode(
              `${counted(quiet.length, 'rule')}, ${at}`,
              quiet.toSorted().map((name) => ({ label: textOf(name), description: '' })),
            ),
          ]),
    ],
  };
}

const unique = (nodes: readonly DevOpsNode[]): DevOpsNode[] => [
  ...new Map(nodes.map((each) => [each.id, each])).values(),
];

function ruleNode(name: string, alerts: readonly PrometheusAlert[]): DevOpsNode {
  const firing = alerts.filter(({ state }) => state === 'firing');
  const [first] = firing.length > 0 ? firing : alerts;
  const since = (firing.length > 0 ? firing : alerts).flatMap((each) => sinceOf(each) ?? []).toSorted()[0];
  const isPending = firing.length === 0;
  return node({
    id: `rule/${name}`,
    label: textOf(name),
    description: textOf(first?.annotations['summary'] ?? first?.annotations['description']),
    state: isPending ? 'attention' : 'failed',
    value: isPending && since !== undefined ? 'pending' : null,
    at: since === undefined ? null : { reads: 'since', instant: since },
    children: alerts.map((each, index) =>
      node({
        id: `rule/${name}/${index}/${placeOf(each)}`,
        label: placeOf(each),
        description: alerts.length === 1 ? '' : textOf(each.annotations['summary']),
        state: each.state === 'firing' ? 'failed' : 'attention',
        value: textOf(each.labels['severity']) || null,
      }),
    ),
  });
}
