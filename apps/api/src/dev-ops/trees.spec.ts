import type { DevOpsNode, DevOpsTree } from '@superscope/contracts/dev-ops';
import type { SystemHealth } from '@superscope/contracts/system-health';
import type { WorkItem } from '@superscope/contracts/work';
import { describe, expect, it } from 'vitest';
import { OwnChecks } from '../platform/checks/own-checks.js';
import type { Ops } from '../platform/engines.module.js';
import type { ScheduledClock } from '../work/schedule.js';
import { batchesTree } from './batches-tree.js';
import { containersTree, type ContainerFacts } from './containers-tree.js';
import { ownTree } from './monitors-tree.js';
import { usualChecks } from './usual-checks.js';

const now = new Date('2026-11-26T09:41:00.000Z');
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

/** Labels, descriptions and what stands at the right, a line each, indented. */
const lines = (nodes: readonly DevOpsNode[], depth = 0): string[] =>
  nodes.flatMap(({ label, description, state, value, at, children }) => [
    `${'  '.repeat(depth)}${[label, description, state, value, at?.reads].filter((part) => part != null && part !== '').join(' | ')}`,
    ...lines(children, depth + 1),
  ]);

const item: WorkItem = {
  workId: '7f31aaaa-0000-4000-8000-000000000000',
  kind: 'policyCommitteeReport',
  about: 'Kestrel Freight Group Super Plan',
  planId: 'TWR.P0001',
  companyId: null,
  askedBy: 'Dana Whitlock',
  isOwn: false,
  state: 'running',
  requestedAt: ago(8).toISOString(),
  startedAt: ago(6).toISOString(),
  endedAt: null,
  attempts: 1,
  mostAttempts: 3,
  retryAt: null,
  reason: null,
  progress: null,
  steps: [
    { name: 'Choosing', doneAt: ago(4.8).toISOString() },
    { name: 'Drawing', doneAt: null },
    { name: 'Storing', doneAt: null },
  ],
  tries: [],
  file: null,
  keptUntil: null,
  mayKeep: false,
  mayChange: false,
  settled: null,
  mayAcknowledge: false,
};
const clock: ScheduledClock = {
  name: 'Heads are signed',
  times: 'Every day, 01:00',
  next: new Date('2026-11-26T14:00:00.000Z'),
  run: null,
};

describe('batch jobs', () => {
  it('stand by kind, what needs a person first, with their steps', () => {
    const retrying: WorkItem = {
      ...item,
      workId: '2041bbbb-0000-4000-8000-000000000000',
      kind: 'pcmReport',
      state: 'retrying',
      reason: 'The program that makes files does not answer.',
      retryAt: '2026-11-26T09:46:00.000Z',
    };
    const tree = batchesTree([item, retrying, { ...item, workId: 'done', state: 'done' }], [clock], 0);
    expect(tree.summary.map(({ text, sentence }) => [text, sentence])).toEqual([
      ['1 will retry', '1 job will retry'],
      ['1 runs', '1 job runs'],
    ]);
    expect(lines(tree.children)).toEqual([
      'PCM report | 1 will retry | retrying',
      '  PCM report of 26/11/2026 20:40 | Drawing, step 2 of 3: The program that makes files does not answer. | retrying | retry | at',
      '    Choosing | well | 1.2 s',
      '    Drawing | retrying',
      '    Storing | waiting',
      'Policy Committee Report | 1 running, 1 ended within a day | running',
      '  Policy Committee Report of 26/11/2026 20:40 | Drawing, step 2 of 3 | running | took',
      '    Choosing | well | 1.2 s',
      '    Drawing | running',
      '    Storing | waiting',
      'By the clock | 1 run by the clock, all well | well | next | at',
      '  Heads are signed | Every day, 01:00 | well | next | at',
    ]);
  });

  it('list what failed first, the oldest first, however much newer work there is, and count what is not listed', () => {
    const waiting = Array.from({ length: 250 }, (_, at): WorkItem => ({ ...item, workId: `w${at}`, state: 'waiting' }));
    const old = (workId: string, hours: number): WorkItem => ({
      ...item,
      workId,
      state: 'failed',
      requestedAt: ago(hours * 3600).toISOString(),
      steps: [],
    });
    const ended = new Map([
      ['policyCommitteeReport', 900],
      ['pcmReport', 4],
    ]);
    const tree = batchesTree([...waiting, old('newer', 30), old('older', 60)], [], 0, ended);
    const [group, other] = tree.children;
    expect(group!.description).toBe('2 failed, 250 waiting, 900 ended within a day');
    expect(group!.children.slice(0, 2).map(({ label }) => label)).toEqual([
      'Policy Committee Report of 24/11/2026 08:41',
      'Policy Committee Report of 25/11/2026 14:41',
    ]);
    expect([group!.children.length, group!.children.at(-1)!.label]).toEqual([201, '52 more']);
    expect([other!.label, other!.description, other!.state]).toEqual(['PCM report', '4 ended within a day', 'well']);
    expect(tree.summary.map(({ text }) => text)).toEqual(['2 failed', '250 wait']);
  });

  it('name no plan, person or file', () => {
    const failed: WorkItem = { ...item, kind: 'fileImport', state: 'failed', reason: 'Line 4: LINDGREN has no plan.' };
    const retrying: WorkItem = {
      ...item,
      kind: 'salesforceExport',
      state: 'retrying',
      reason: 'Salesforce answered: ana.reyes@example.com is no address.',
    };
    const unknown = { ...retrying, kind: 'newKind' as WorkItem['kind'], reason: 'Okafor' };
    const text = JSON.stringify(batchesTree([item, failed, retrying, unknown], [], 0));
    for (const secret of ['Kestrel', 'TWR.P0001', 'Dana', 'LINDGREN', 'reyes', 'Okafor'])
      expect(text).not.toContain(secret);
    expect(text).toContain('Import / Export tells Staff and Admins why');
    expect(text).toContain('Salesforce exports tells Staff and Admins why');
    expect(text).toContain('Its own page tells Staff and Admins why');
  });

  it('count no failure that somebody has in hand or that later work settled, and list it last', () => {
    const failed: WorkItem = { ...item, kind: 'salesforceExport', about: 'Batch 5', state: 'failed', steps: [] };
    const settled = { at: now.toISOString(), reason: null };
    const inHand: WorkItem = {
      ...failed,
      about: 'Batch 4',
      settled: { ...settled, how: 'acknowledged', by: 'Mei Tran', reason: 'Okafor asked for it.' },
    };
    const later: WorkItem = { ...failed, about: 'Batch 3', settled: { ...settled, how: 'succeeded', by: 'Batch 6' } };
    const tree = batchesTree([later, inHand, failed], [], 0);
    const why = 'Salesforce exports tells Staff and Admins why';
    expect(lines(tree.children.slice(0, 1))).toEqual([
      'Salesforce export | 1 failed, 2 settled | failed',
      `  Batch 5 | ${why} | failed | try 1`,
      `  Batch 3 | settled: Batch 6 succeeded. ${why} | stopped`,
      `  Batch 4 | in hand. ${why} | stopped`,
    ]);
    expect(tree.summary.map(({ text }) => text)).toEqual(['1 failed']);
    expect(batchesTree([later, inHand], [], 0).summary).toEqual([]);
    expect(JSON.stringify(tree)).not.toMatch(/Tran|Okafor/);
  });

  it('tell of a kind that has no words of its own, of a run by the clock that failed, and of figures to be derived', () => {
    const kind = 'salesforceExport' as WorkItem['kind'];
    const run = { due: now, startedAt: now, endedAt: now, outcome: 'failed' as const, said: 'The disk is full' };
    const tree = batchesTree([{ ...item, kind, about: 'Batch 5', steps: [] }], [{ ...clock, run }], 2);
    expect(lines(tree.children)).toEqual([
      'Salesforce export | 1 running | running',
      '  Batch 5 | Finishing | running | took',
      'Figures derived again | 2 plans to go | running',
      'By the clock | 1 run by the clock, 1 failed | attention | next | at',
      '  Heads are signed | failed: The disk is full | attention | next | at',
    ]);
    expect(tree.summary.map(({ sentence }) => sentence)).toEqual(['1 run by the clock failed', '2 jobs run']);
  });
});

const well: SystemHealth = {
  outside: [],
  engines: (['eventStore', 'mongo', 'clickhouse'] as const).map((name) => ({ name, reachable: true, answerMs: 2 })),
  projectors: 1,
  feed: 'direct',
  checkpoints: [{ partition: 'all', position: '1', at: now.toISOString(), eventsBehind: 0, secondsBehind: 0 }],
  relay: null,
  eventsBehind: { count: 0, orMore: false },
  secondsBehind: 0,
  stalePlans: 0,
  deadLetters: { waiting: 0, retrying: 0, dropped: 0 },
  rebuild: null,
  history: {
    waiting: 0,
    running: 0,
    ready: 0,
    failed: 0,
    bytes: 0,
    mostBytes: null,
    pending: [],
    proofs: { waiting: 0, running: 0, differing: 0 },
    digests: null,
  },
  jobs: [],
  outbox: { kept: 0, sending: 0, sent: 0, failed: 0 },
  maintenance: null,
  proof: { signs: false, last: null, failedAt: null, daysWithout: null },
  unknownProxies: [],
  expiringTokens: [],
};
const noted = (host: string, pid: number, kind: 'api' | 'projector', at = now) => ({
  _id: `${host}/${pid}/abcd`,
  kind,
  version: '0.1.0',
  startedAt: ago(90_000),
  at,
  memoryBytes: 312_000_000,
});
const held = (_id: string, holder: string) => ({ _id, holder, expiresAt: new Date(now.getTime() + 4_000) });
const found: ContainerFacts = {
  health: well,
  facts: { mongoVersion: '8.0.12', connections: 61, clickhouseVersion: '26.3.2', merging: 1 },
  processes: [noted('api-0', 7, 'api'), noted('projector-0', 8, 'projector')],
  leases: [
    held('schedule', 'api-0/7/1'),
    held('work/7f31aaaa-0000-4000-8000-000000000000', 'api-0/7/2'),
    held('derive-memberSnapshots-TWR.P0001', 'projector-0/8/1'),
    held('derive-memberSnapshots-TWR.P0002', 'projector-0/8/2'),
    held('import_leases:members/TWR.P0001', 'api-0/7/3'),
  ],
  rendererMs: 3,
  now,
};

describe('containers', () => {
  it('are engines, processes with what they hold, and leases, which name no plan', () => {
    const tree = containersTree(found);
    expect(lines(tree.children)).toEqual([
      'Engines | 3 | well',
      '  Event store | answers | well | 2 ms',
      '  MongoDB | version 8.0.12 | well | 61 connections',
      '  ClickHouse | version 26.3.2 | well | 1 merge running',
      'Processes | 3 | well',
      '  api | 1, version 0.1.0 | well',
      '    api-0 | holds import, schedule, work 7f31aaaa | well | 312 MB | up',
      '  projector | 1, version 0.1.0 | well | up to date',
      '    projector-0 | holds derivation of figures | well | 312 MB | up',
      '  renderer | answers | well | 3 ms',
      'Leases | 5 held | none',
      '  derivation of figures | projector-0/8 | none | 2 held | left',
      '  import | members, api-0/7 | none | left',
      '  schedule | api-0/7 | none | left',
      '  work 7f31aaaa | api-0/7 | none | left',
    ]);
    expect(JSON.stringify(tree)).not.toContain('TWR');
    expect(tree.summary.map(({ text }) => text)).toEqual(['6 well']);
  });

  it('say which engine is away, which process lags and which says nothing', () => {
    const engines = well.engines.map((engine) =>
      engine.name === 'clickhouse' ? { ...engine, reachable: false, answerMs: null } : engine,
    );
    const health = { ...well, engines, eventsBehind: { count: 3118, orMore: false }, secondsBehind: 42 };
    const processes = [
      noted('api-0', 7, 'api', ago(30)),
      noted('api-0', 9, 'api'),
      noted('projector-0', 8, 'projector'),
    ];
    const tree = containersTree({ ...found, health, processes, leases: [], rendererMs: null });
    const text = lines(tree.children);
    expect(text).toContain('  ClickHouse | does not answer | failed');
    expect(text).toContain('    api-0, process 7 | says nothing | attention | since');
    expect(text).toContain('  projector | 1, version 0.1.0 | attention | 42 s behind, 3118 events');
    expect(text).toContain('  renderer | does not answer | failed');
    expect(tree.summary.map(({ sentence }) => sentence)).toEqual([
      '2 containers are away',
      '2 processes lag',
      '4 well',
    ]);
  });

  it('name Kafka, its relay and the partitions that lag', () => {
    const partition = (name: string, secondsBehind: number) => ({
      partition: name,
      position: '1',
      at: now.toISOString(),
      eventsBehind: secondsBehind * 10,
      secondsBehind,
    });
    const relay = { ...partition('superscope-events', 0), eventsBehind: 0 };
    const health: SystemHealth = {
      ...well,
      feed: 'kafka',
      relay,
      checkpoints: [partition('superscope-events-0', 0), partition('superscope-events-1', 60)],
      secondsBehind: 60,
      eventsBehind: { count: 600, orMore: false },
    };
    const text = lines(containersTree({ ...found, health }).children);
    expect(text).toContain('  Kafka | topic superscope-events | well | 2 partitions');
    expect(text).toContain('    superscope-events-1 | 600 events behind | attention | 1 min behind');
    expect(text.join('\n')).toMatch(/ {2}relay \| 0 \| well \| up to date/);
  });
});

function withUsual(ops: Pick<Ops, 'db'>): OwnChecks {
  const checks = new OwnChecks(ops);
  checks.add(...usualChecks);
  return checks;
}

describe('the product’s own checks', () => {
  const checks = () => withUsual({ db: undefined as never });
  const none: DevOpsTree = { label: '', description: '', summary: [], children: [] };
  /** Without MongoDB nothing is kept of since when. */
  const withoutMongo = { ...well, engines: well.engines.filter(({ name }) => name !== 'mongo') };
  const foundIn = async (health: Partial<SystemHealth>, batches = none) =>
    (await checks().look({ health: { ...withoutMongo, ...health }, batches })).flatMap(({ name, finding }) =>
      finding === null ? [] : [`${name} ${finding.state}: ${finding.said}`],
    );

  it('are quiet while all is well', async () => {
    const outcomes = await checks().look({ health: withoutMongo, batches: none });
    const tree = ownTree(outcomes, null);
    expect(tree.description).toBe('PROMETHEUS_URL is not set, so the alerts are 19 checks of the product itself.');
    expect(tree.summary.map(({ text }) => text)).toEqual(['19 quiet']);
    expect(tree.children).toHaveLength(1);
  });

  it.each<[Partial<SystemHealth>, string]>([
    [{ projectors: 0 }, 'ProjectorDown fires: no projector runs, so new data does not appear'],
    [{ secondsBehind: 42 }, 'ProjectorBehind pending: read models are 42 s behind, fires after 5 min'],
    [{ secondsBehind: 301 }, 'ProjectorBehind fires: read models are 5 min behind'],
    [{ deadLetters: { waiting: 2, retrying: 0, dropped: 0 } }, 'DeadLetters fires: 2 events could not be applied'],
    [{ outbox: { ...well.outbox, failed: 1 } }, 'MailFailed pending: 1 mail of 30 days could not be sent'],
    [
      { proof: { ...well.proof, failedAt: now.toISOString() } },
      'HistoryDiffers fires: the history could not be compared with what was signed',
    ],
    [
      { proof: { ...well.proof, daysWithout: 3 } },
      'HistoryNotCompared pending: the history was not compared for 3 days',
    ],
    [
      { engines: [{ name: 'eventStore', reachable: false, answerMs: null }] },
      'EventStoreAway fires: the event store does not answer',
    ],
    [
      { expiringTokens: [{ application: 'Payroll', label: 'nightly', expiresAt: '2026-12-01', daysLeft: 5 }] },
      'TokenExpires pending: 1 token of applications expires within a week',
    ],
  ])('find what is not well %#', async (health, said) => {
    expect(await foundIn(health)).toEqual([said]);
  });

  it('say that they could not look while MongoDB is away, whatever zeros are known instead', async () => {
    const asked: string[] = [];
    const own = checks();
    own.add({
      name: 'FileLate',
      looksAt: 'every monthly file came',
      look: () => {
        asked.push('FileLate');
        return null;
      },
    });
    const engines = well.engines.map((engine) =>
      engine.name === 'mongo' ? { ...engine, reachable: false, answerMs: null } : engine,
    );
    const health: SystemHealth = { ...well, engines, projectors: 0, secondsBehind: null, eventsBehind: null };
    const outcomes = await own.look({ health, batches: null });
    const quiet = outcomes.flatMap(({ name, finding }) => (finding === null ? [name] : []));
    expect(quiet).toEqual(['EventStoreAway', 'ClickhouseAway', 'VaultAway']);
    const firing = outcomes.filter(({ finding }) => finding?.state === 'fires').map(({ name }) => name);
    expect(firing).toEqual(['MongoAway']);
    const others = outcomes.filter(({ finding }) => finding?.said === 'this could not be looked at');
    expect([others.length, asked]).toEqual([outcomes.length - 4, []]);
  });

  it('do not call a lag none that is not known, because the event store is away', async () => {
    expect(await foundIn({ secondsBehind: null })).toEqual(['ProjectorBehind pending: this could not be looked at']);
  });

  it('take those of other areas, and do not call one quiet that cannot look', async () => {
    const own = checks();
    own.add({
      name: 'FileLate',
      looksAt: 'every monthly file came',
      look: () => ({
        state: 'fires',
        said: 'a file is late',
        parts: [{ label: 'table fees', description: 'expected monthly by the 5th' }],
      }),
    });
    own.add({
      name: 'Broken',
      looksAt: 'nothing',
      look: () => {
        throw new Error('no');
      },
    });
    const tree = ownTree(await own.look({ health: withoutMongo, batches: none }), null);
    expect(lines(tree.children.slice(0, 2))).toEqual([
      'File late | a file is late | failed',
      '  table fees | expected monthly by the 5th | none',
      'Broken | this could not be looked at | attention',
    ]);
  });

  it('do not call batch jobs quiet that could not be read, and do not forget since when they failed', async () => {
    const kept = new Map<string, Date>([
      ['WorkFailed', ago(600)],
      ['DeadLetters', ago(600)],
    ]);
    const collection = () => ({
      deleteMany: async ({ _id: { $nin } }: { _id: { $nin: string[] } }) => {
        for (const name of kept.keys()) if (!$nin.includes(name)) kept.delete(name);
      },
      updateOne: async ({ _id }: { _id: string }) => kept.has(_id) || kept.set(_id, now),
      find: () => ({ toArray: async () => [...kept].map(([_id, since]) => ({ _id, since })) }),
    });
    const own = withUsual({ db: { collection } as never });
    const failed = batchesTree([{ ...item, state: 'failed' }], [], 0);
    const said = async (batches: DevOpsTree | null) =>
      (await own.look({ health: well, batches })).flatMap(({ name, finding, since }) =>
        finding === null ? [] : [[name, finding.said, since]],
      );
    expect(await said(null)).toEqual([
      ['WorkFailed', 'this could not be looked at', null],
      ['SalesforceExportFailed', 'this could not be looked at', null],
      ['ClockFailed', 'this could not be looked at', null],
    ]);
    expect(await said(failed)).toEqual([
      ['WorkFailed', 'Policy Committee Report of 26/11/2026 20:40 failed', ago(600)],
    ]);
  });

  it('stand in for a Prometheus that does not tell, and say so first', async () => {
    const away = { place: 'prometheus:9090', why: 'It cannot be reached.' };
    const tree = ownTree(await checks().look({ health: withoutMongo, batches: none }), away);
    expect(lines(tree.children.slice(0, 1))).toEqual(['Prometheus | prometheus:9090: It cannot be reached. | failed']);
    expect(tree.description).toBe('Prometheus does not tell its alerts, so these are 19 checks of the product itself.');
  });
});
