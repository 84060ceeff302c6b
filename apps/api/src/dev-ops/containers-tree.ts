import { Inject, Injectable } from '@nestjs/common';
import type { DevOpsNode, DevOpsTree } from '@superscope/contracts/dev-ops';
import type { SystemHealth } from '@superscope/contracts/system-health';
import type { LeaseDocument } from '@superscope/event-store/leases/lease-document';
import { processNotesOf, silentAfterMs, type ProcessNote } from '@superscope/event-store/processes/process-notes';
import { ENV, type Env } from '../env.js';
import { answerTime } from '../operations/answer-time.js';
import { Engines, Ops } from '../platform/engines.module.js';
import { counted, durationText, node, summaryOf, worstOf } from './tree-nodes.js';

/** Read models that are further behind than this lag. */
export const lagsAfterSeconds = 30;

/** What the engines say of themselves; null where they did not, or may not be asked. */
interface EngineFacts {
  mongoVersion: string | null;
  connections: number | null;
  clickhouseVersion: string | null;
  merging: number | null;
}

type HeldLease = Pick<LeaseDocument, '_id' | 'holder' | 'expiresAt'>;

export interface ContainerFacts {
  health: SystemHealth;
  facts: EngineFacts;
  processes: readonly ProcessNote[];
  leases: readonly HeldLease[];
  /** Milliseconds until the renderer answered: null if it did not, undefined if none is set. */
  rendererMs: number | null | undefined;
  now: Date;
}

const nothingSaid: EngineFacts = { mongoVersion: null, connections: null, clickhouseVersion: null, merging: null };

/** Where leases are kept, in `ops`. */
const leaseCollections = ['leases', 'import_leases', 'history_proof_leases'] as const;

/** Engines, processes with what they hold, and leases. */
@Injectable()
export class ContainersTree {
  constructor(
    @Inject(ENV) private readonly env: Pick<Env, 'RENDERER_URL'>,
    private readonly engines: Engines,
    private readonly ops: Ops,
  ) {}

  async read(health: SystemHealth, now = new Date()): Promise<DevOpsTree> {
    const answers = (name: string) => health.engines.some((each) => each.name === name && each.reachable);
    const hasMongo = answers('mongo');
    const [facts, processes, leases, rendererMs] = await Promise.all([
      this.facts(hasMongo, answers('clickhouse')),
      hasMongo ? processNotesOf(this.ops.db).find({}).toArray() : [],
      hasMongo ? this.leases(now) : [],
      this.rendererMs(),
    ]);
    return containersTree({ health, facts, processes, leases, rendererMs, now });
  }

  private async facts(hasMongo: boolean, hasClickhouse: boolean): Promise<EngineFacts> {
    const [mongo, clickhouse] = await Promise.all([hasMongo && this.mongoFacts(), hasClickhouse && this.rowsFacts()]);
    return { ...nothingSaid, ...(mongo || {}), ...(clickhouse || {}) };
  }

  private async mongoFacts() {
    const admin = this.engines.mongo.db('admin');
    const [build, status] = await Promise.all([
      admin.command({ buildInfo: 1 }).catch(() => null),
      // The portal's own user may lack the right to ask.
      admin.command({ serverStatus: 1 }).catch(() => null),
    ]);
    const connections: unknown = (status?.['connections'] as { current?: unknown } | undefined)?.current;
    const version: unknown = build?.['version'];
    return {
      mongoVersion: typeof version === 'string' ? version : null,
      connections: typeof connections === 'number' ? connections : null,
    };
  }

  private async rowsFacts() {
    const [clickhouseVersion, merging] = await Promise.all([
      this.oneValue('SELECT version() AS value'),
      this.oneValue('SELECT toString(count()) AS value FROM system.merges'),
    ]);
    return { clickhouseVersion, merging: merging === null ? null : Number(merging) };
  }

  private async oneValue(query: string): Promise<string | null> {
    try {
      const answer = await this.engines.clickhouse.query({ query, format: 'JSONEachRow' });
      return (await answer.json<{ value: string }>())[0]?.value ?? null;
    } catch {
      return null;
    }
  }

  private async leases(now: Date): Promise<HeldLease[]> {
    const found = leaseCollections.map(async (name) => {
      const held = await this.ops.db
        .collection<LeaseDocument>(name)
        .find({ holder: { $ne: null }, expiresAt: { $gt: now } })
        .toArray();
      return held.map((lease) => ({ ...lease, _id: name === 'leases' ? lease._id : `${name}:${lease._id}` }));
    });
    return (await Promise.all(found)).flat();
  }

  private async rendererMs(): Promise<number | null | undefined> {
    const { RENDERER_URL: url } = this.env;
    if (url === undefined) return undefined;
    return answerTime(async () => {
      const answer = await fetch(new URL('/health', url), { signal: AbortSignal.timeout(2_000) });
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The renderer answered ${answer.status}.`);
    });
  }
}

const words = {
  failed: (n: number) => ({
    text: `${n} away`,
    sentence: n === 1 ? '1 container is away' : `${n} containers are away`,
  }),
  attention: (n: number) => ({
    text: n === 1 ? '1 lags' : `${n} lag`,
    sentence: n === 1 ? '1 process lags' : `${n} processes lag`,
  }),
  well: (n: number) => ({ text: `${n} well`, sentence: `${n} well` }),
};

export function containersTree(found: ContainerFacts): DevOpsTree {
  const engines = engineNodes(found);
  const processes = processNodes(found);
  const leases = leaseNodes(found);
  const states = [
    ...engines,
    ...processes.flatMap(({ state, children }) => (children.length === 0 ? [{ state }] : children)),
  ];
  // A kind of process that lags is counted even where each of its processes is well.
  const lagging = processes.filter(
    ({ state, children }) => children.length > 0 && state !== 'well' && worstOf(children) === 'well',
  );
  return {
    label: 'Containers',
    description: '',
    summary: summaryOf(
      [...states, ...lagging].map(({ state }) => state),
      words,
    ),
    children: [
      node({
        id: 'engines',
        label: 'Engines',
        description: String(engines.length),
        state: worstOf(engines),
        children: engines,
      }),
      node({
        id: 'processes',
        label: 'Processes',
        description: String(found.processes.length + (found.rendererMs === undefined ? 0 : 1)),
        state: worstOf(processes),
        children: processes,
      }),
      node({ id: 'leases', label: 'Leases', description: `${found.leases.length} held`, children: leases }),
    ],
  };
}

const engineNames = { eventStore: 'Event store', mongo: 'MongoDB', clickhouse: 'ClickHouse', vault: 'Key vault' };

function engineNodes({ health, facts }: ContainerFacts): DevOpsNode[] {
  const { mongoVersion, connections, clickhouseVersion, merging } = facts;
  const said = {
    eventStore: { version: null, value: null },
    mongo: { version: mongoVersion, value: connections === null ? null : counted(connections, 'connection') },
    clickhouse: { version: clickhouseVersion, value: merging === null ? null : `${counted(merging, 'merge')} running` },
    vault: { version: null, value: null },
  };
  const engines = health.engines.map(({ name, reachable, answerMs }) => {
    const { version, value } = said[name];
    return node({
      id: `engines/${name}`,
      label: engineNames[name],
      description: !reachable ? 'does not answer' : version === null ? 'answers' : `version ${version}`,
      state: reachable ? 'well' : 'failed',
      value: !reachable ? null : (value ?? `${answerMs} ms`),
    });
  });
  if (health.feed !== 'kafka') return engines;
  // The api does not reach Kafka itself: the relay and the projectors say how far it is.
  const topic = health.relay?.partition;
  return [
    ...engines,
    node({
      id: 'engines/kafka',
      label: 'Kafka',
      description: topic === undefined ? 'nothing was sent to it yet' : `topic ${topic}`,
      state: health.relay === null ? 'attention' : 'well',
      value: counted(health.checkpoints.length, 'partition'),
    }),
  ];
}

/** Host and process id of a holder. */
const placeOf = (holder: string): string => holder.split('/').slice(0, 2).join('/');

function processNodes(found: ContainerFacts): DevOpsNode[] {
  const { health, processes, rendererMs } = found;
  const of = (kind: ProcessNote['kind']) => processes.filter((each) => each.kind === kind);
  const behind = health.secondsBehind ?? 0;
  const nodes = [kindNode(found, 'api', of('api')), projectorNode(found, of('projector'), behind)];
  const relay = relayNode(found, of('relay'));
  return [
    ...nodes,
    ...(relay === null ? [] : [relay]),
    ...(rendererMs === undefined
      ? []
      : [
          node({
            id: 'processes/renderer',
            label: 'renderer',
            description: rendererMs === null ? 'does not answer' : 'answers',
            state: rendererMs === null ? 'failed' : 'well',
            value: rendererMs === null ? null : `${rendererMs} ms`,
          }),
        ]),
  ];
}

function projectorNode(found: ContainerFacts, notes: readonly ProcessNote[], behind: number): DevOpsNode {
  const { health } = found;
  const whole = kindNode(found, 'projector', notes);
  // Projectors of an earlier release do not say that they run, only that they are not stopped.
  if (health.projectors === 0) return { ...whole, description: 'none runs', state: 'failed' };
  const { checkpoints } = health;
  const partitions = checkpoints
    .filter(({ secondsBehind }) => checkpoints.length > 1 && (secondsBehind ?? 0) > lagsAfterSeconds)
    .map(({ partition, secondsBehind, eventsBehind }) =>
      node({
        id: `processes/projector/partition ${partition}`,
        label: partition,
        description: `${counted(eventsBehind ?? 0, 'event')} behind`,
        state: 'attention',
        value: `${durationText(secondsBehind ?? 0)} behind`,
      }),
    );
  const lags = behind > lagsAfterSeconds;
  const { count, orMore } = health.eventsBehind ?? { count: null, orMore: false };
  return {
    ...whole,
    description: notes.length === 0 ? String(health.projectors) : whole.description,
    state: lags ? 'attention' : whole.state,
    value:
      count === null
        ? 'lag not known'
        : count === 0
          ? 'up to date'
          : `${durationText(behind)} behind, ${counted(count, `event${orMore ? ' or more' : ''}`, `events${orMore ? ' or more' : ''}`)}`,
    children: [...partitions, ...whole.children],
  };
}

function relayNode(found: ContainerFacts, notes: readonly ProcessNote[]): DevOpsNode | null {
  const { relay, feed } = found.health;
  if (feed !== 'kafka' && notes.length === 0) return null;
  const whole = kindNode(found, 'relay', notes);
  const behind = relay?.secondsBehind ?? null;
  return {
    ...whole,
    state: behind !== null && behind > lagsAfterSeconds ? 'attention' : whole.state,
    value: behind === null ? null : behind === 0 ? 'up to date' : `${durationText(behind)} behind`,
  };
}

function kindNode(found: ContainerFacts, kind: ProcessNote['kind'], notes: readonly ProcessNote[]): DevOpsNode {
  const { now, leases } = found;
  const hosts = notes.map(({ _id }) => _id.split('/')[0]!);
  const versions = [...new Set(notes.map(({ version }) => version))].toSorted();
  const children = notes
    .map(({ _id, startedAt, at, memoryBytes }) => {
      const [host = _id, pid = ''] = _id.split('/');
      const isSilent = now.getTime() - at.getTime() > silentAfterMs;
      const held = leases.filter(({ holder }) => holder !== null && placeOf(holder) === placeOf(_id));
      const holds = held.map(({ _id: lease }) => leaseName(lease).label);
      return node({
        id: `processes/${_id}`,
        label: hosts.filter((each) => each === host).length > 1 ? `${host}, process ${pid}` : host,
        description: isSilent
          ? 'says nothing'
          : holds.length === 0
            ? 'holds no lease'
            : `holds ${[...new Set(holds)].toSorted().join(', ')}`,
        state: isSilent ? 'attention' : 'well',
        value: isSilent ? null : `${Math.round(memoryBytes / 1_000_000)} MB`,
        at: isSilent
          ? { reads: 'since', instant: at.toISOString() }
          : { reads: 'up', instant: startedAt.toISOString() },
      });
    })
    .toSorted((a, b) => a.id.localeCompare(b.id, 'en', { numeric: true }));
  return node({
    id: `processes/${kind}`,
    label: kind,
    description: [
      String(notes.length),
      ...(versions.length === 0 ? [] : [`version${versions.length > 1 ? 's' : ''} ${versions.join(' and ')}`]),
    ].join(', '),
    state: worstOf(children),
    children,
  });
}

/** A lease in words. Those about plans name none, so several have one name. */
function leaseName(id: string): { label: string; description: string } {
  const [, imported] = /^import_leases:([^/]+)\//.exec(id) ?? [];
  if (imported !== undefined) return { label: 'import', description: imported };
  const [, work] = /^work\/(.{1,8})/.exec(id) ?? [];
  if (work !== undefined) return { label: `work ${work}`, description: '' };
  if (id.startsWith('derive-')) return { label: 'derivation of figures', description: '' };
  if (id.startsWith('relay-')) return { label: 'relay', description: id.slice('relay-'.length) };
  if (id.startsWith('history_proof_leases:')) return { label: 'signed history', description: '' };
  return { label: plain[id] ?? /^[A-Za-z]+/.exec(id)?.[0] ?? 'another', description: '' };
}

const plain: Partial<Record<string, string>> = {
  schedule: 'schedule',
  rebuild: 'rebuild',
  asOfViews: 'plans as they stood',
  'dead-letter-retries': 'retries of dead letters',
};

function leaseNodes({ leases }: ContainerFacts): DevOpsNode[] {
  const byName = new Map<string, HeldLease[]>();
  for (const lease of leases) {
    const { label, description } = leaseName(lease._id);
    const key = JSON.stringify([label, description, placeOf(lease.holder ?? '')]);
    byName.set(key, [...(byName.get(key) ?? []), lease]);
  }
  return [...byName]
    .map(([key, same]) => {
      const [label, description, holder] = JSON.parse(key) as [string, string, string];
      const last = same
        .map(({ expiresAt }) => expiresAt.toISOString())
        .toSorted()
        .at(-1)!;
      return node({
        id: `leases/${key}`,
        label,
        description: [...(description === '' ? [] : [description]), holder].join(', '),
        value: same.length === 1 ? null : `${same.length} held`,
        at: { reads: 'left', instant: last },
      });
    })
    .toSorted((a, b) => a.label.localeCompare(b.label) || a.id.localeCompare(b.id));
}
