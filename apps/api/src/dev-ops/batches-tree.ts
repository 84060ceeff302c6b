import { Injectable } from '@nestjs/common';
import type { DevOpsNode, DevOpsTree, NodeState } from '@superscope/contracts/dev-ops';
import { workView } from '@superscope/contracts/read-models/work';
import type { WorkItem } from '@superscope/contracts/work';
import { workKindName, workTitle } from '@superscope/contracts/work-names';
import type { Principal } from '../platform/access/principal.js';
import { Views } from '../platform/engines.module.js';
import { LoopedWork } from '../work/looped-work.js';
import { Schedule, type ScheduledClock } from '../work/schedule.js';
import { isForgotten } from '../work/settled-failures.js';
import { WorkItems } from '../work/work-items.js';
import { counted, durationText, node, summaryOf, worstOf } from './tree-nodes.js';

/** More of each kind are counted and not listed. */
const mostListed = 200;
const dayMs = 24 * 60 * 60_000;

/** A reader without plans, so that no plan, file or person is named. */
const nobody: Principal = {
  userId: '',
  username: '',
  name: null,
  role: 'DevOps',
  scope: { kind: 'plans', planIds: new Set() },
};

/** Background work, and what runs by the clock. */
@Injectable()
export class BatchesTree {
  constructor(
    private readonly views: Views,
    private readonly items: WorkItems,
    private readonly looped: LoopedWork,
    private readonly schedule: Schedule,
  ) {}

  async read(now = new Date()): Promise<DevOpsTree> {
    const dayAgo = new Date(now.getTime() - dayMs);
    const [managed, ended, looped, clocks, stale] = await Promise.all([
      this.managed(),
      this.ended(dayAgo),
      this.looped.since(dayAgo, nobody),
      this.schedule.list(now),
      this.views.dirty.distinct('planId'),
    ]);
    return batchesTree([...managed, ...looped], clocks, stale.length, ended);
  }

  /** All that has not ended, however much there is: what failed must not be crowded out by newer work. */
  private async managed(): Promise<WorkItem[]> {
    const found = await this.views
      .of(workView)
      .find({ state: { $in: underWayStates } })
      .toArray();
    return (await this.items.from(found, nobody)).filter((item) => !isForgotten(item));
  }

  /** How many of each kind ended after a moment. */
  private async ended(moment: Date): Promise<Map<string, number>> {
    const work = this.views.of(workView);
    const ended = { state: { $in: endedStates }, endedAt: { $gte: moment } };
    const kinds = (await work.distinct('kind', ended)).filter((kind) => kind !== undefined);
    return new Map(
      await Promise.all(kinds.map(async (kind) => [kind, await work.countDocuments({ ...ended, kind })] as const)),
    );
  }
}

/** What needs a person first. */
const order: readonly WorkItem['state'][] = ['failed', 'retrying', 'stopping', 'running', 'waiting', 'stopped', 'done'];
const endedStates: WorkItem['state'][] = ['stopped', 'done'];
const underWayStates = order.filter((state) => !endedStates.includes(state));
const hasEnded = ({ state }: WorkItem) => endedStates.includes(state);
/** Failures that need nobody any more are listed, and not counted. */
const isSettled = ({ settled }: WorkItem) => settled !== null;

const words = {
  failed: (n: number) => ({ text: `${n} failed`, sentence: `${counted(n, 'job')} failed` }),
  retrying: (n: number) => ({ text: `${n} will retry`, sentence: `${counted(n, 'job')} will retry` }),
  attention: (n: number) => ({ text: `${n} late`, sentence: `${counted(n, 'run')} by the clock failed` }),
  stopping: (n: number) => ({ text: `${n} stopping`, sentence: `${counted(n, 'job')} stopping` }),
  running: (n: number) => ({
    text: n === 1 ? '1 runs' : `${n} run`,
    sentence: n === 1 ? '1 job runs' : `${n} jobs run`,
  }),
  waiting: (n: number) => ({
    text: n === 1 ? '1 waits' : `${n} wait`,
    sentence: n === 1 ? '1 job waits' : `${n} jobs wait`,
  }),
};

/**
 * `stalePlans` is the number of plans whose figures are yet to be derived again, `ended` how many more of each kind ended within a day
 * than are among the items.
 */
export function batchesTree(
  items: readonly WorkItem[],
  clocks: readonly ScheduledClock[],
  stalePlans: number,
  ended: ReadonlyMap<string, number> = new Map(),
): DevOpsTree {
  const kinds = [...new Set([...items.map(({ kind }) => kind as string), ...ended.keys()])];
  const groups = kinds
    .map((kind) =>
      groupOf(
        kind,
        items.filter((item) => item.kind === kind),
        ended.get(kind) ?? 0,
      ),
    )
    .toSorted((a, b) => rank(a.state) - rank(b.state) || a.label.localeCompare(b.label));
  const derivation: DevOpsNode[] =
    stalePlans === 0
      ? []
      : [
          node({
            id: 'derivation',
            label: 'Figures derived again',
            description: `${counted(stalePlans, 'plan')} to go`,
            state: 'running',
          }),
        ];
  const byTheClock = clocksNode(clocks);
  const states = [
    ...items.filter((item) => !hasEnded(item) && !isSettled(item)).map(({ state }) => state as NodeState),
    ...derivation.map(({ state }) => state),
    ...byTheClock.children.map(({ state }) => state),
  ];
  return {
    label: 'Batch Jobs',
    description: '',
    summary: summaryOf(states, words),
    children: [...groups, ...derivation, byTheClock],
  };
}

const rank = (state: NodeState): number => {
  const at = (order as readonly NodeState[]).indexOf(state);
  return at === -1 ? order.length : at;
};

/** Settled failures come last. */
const needOf = (item: WorkItem): number => (isSettled(item) ? order.length : order.indexOf(item.state));

function groupOf(kind: string, items: readonly WorkItem[], alsoEnded: number): DevOpsNode {
  const underWay = items
    .filter((item) => !hasEnded(item))
    .toSorted((a, b) => needOf(a) - needOf(b) || (a.requestedAt < b.requestedAt ? -1 : 1));
  const ended = alsoEnded + items.length - underWay.length;
  const unlisted = Math.max(0, underWay.length - mostListed);
  const open = underWay.filter((item) => !isSettled(item));
  const states = order.filter((state) => open.some((item) => item.state === state));
  const said = states.map((state) => `${open.filter((item) => item.state === state).length} ${stateWord(state)}`);
  const settled = underWay.length - open.length;
  return node({
    id: kind,
    label: workKindName(kind),
    description: [
      ...said,
      ...(settled === 0 ? [] : [`${settled} settled`]),
      ...(ended === 0 ? [] : [`${ended} ended within a day`]),
    ].join(', '),
    state: nodeState(open[0]?.state ?? 'done'),
    children: [
      ...underWay.slice(0, mostListed).map(itemNode),
      ...(unlisted === 0
        ? []
        : [node({ id: `${kind}/unlisted`, label: `${unlisted} more`, description: 'not listed' })]),
    ],
  });
}

const stateWord = (state: WorkItem['state']) => (state === 'retrying' ? 'will retry' : state);
const nodeState = (state: WorkItem['state']): NodeState => (state === 'done' ? 'well' : state);

/** Where a failure's reason is read: 'here' if reasons are the portal's own words, and may not quote a file or what another system says of members. */
const saysWhy: Readonly<Record<WorkItem['kind'], 'here' | (string & {})>> = {
  pcmReport: 'here',
  evidence: 'here',
  policyCommitteeReport: 'here',
  reportAsItStood: 'here',
  pastView: 'here',
  proof: 'here',
  rebuild: 'here',
  fileImport: 'Import / Export',
  salesforceExport: 'Salesforce exports',
  salesforceReconciliation: 'Salesforce exports',
  documentSync: 'Microsite documents',
  pdfCheck: 'Its own page',
};

/** Readers of the tree may be refused by those pages, so it says who is not. A kind of a later release has no entry. */
function reasonOf({ kind, reason }: WorkItem): string {
  const page = (saysWhy as Partial<typeof saysWhy>)[kind] ?? 'Its own page';
  return page === 'here' ? (reason ?? 'It did not succeed') : `${page} tells Staff and Admins why`;
}

const settledText = ({ how, by }: NonNullable<WorkItem['settled']>): string =>
  how === 'succeeded' ? `settled: ${by} succeeded` : 'in hand';

function itemNode(item: WorkItem): DevOpsNode {
  const { kind, workId, state, steps, startedAt, retryAt, attempts, mostAttempts, progress } = item;
  const current = steps.findIndex(({ doneAt }) => doneAt === null);
  const step = steps[current]?.name ?? 'Finishing';
  const part = steps.length > 1 && current !== -1 ? `${step}, step ${current + 1} of ${steps.length}` : step;
  const share =
    progress !== null && progress.total > 0 ? `, ${Math.floor((100 * progress.done) / progress.total)} %` : '';
  const description =
    item.settled !== null
      ? `${settledText(item.settled)}. ${reasonOf(item)}`
      : state === 'waiting'
        ? 'waits for its turn'
        : state === 'failed'
          ? reasonOf(item)
          : state === 'retrying'
            ? `${part}: ${reasonOf(item)}`
            : state === 'stopping'
              ? `stop asked, ends after ${step}`
              : `${part}${share}`;
  return node({
    id: `${kind}/${workId}`,
    label: workTitle(item),
    description,
    state: item.settled === null ? nodeState(state) : 'stopped',
    value:
      state === 'retrying'
        ? 'retry'
        : state === 'failed' && mostAttempts > 0 && item.settled === null
          ? `try ${attempts}`
          : null,
    at:
      state === 'retrying' && retryAt !== null
        ? { reads: 'at', instant: retryAt }
        : state !== 'waiting' && state !== 'failed' && startedAt !== null
          ? { reads: 'took', instant: startedAt }
          : null,
    children: steps.length < 2 ? [] : steps.map((_, index) => stepNode(item, index, current)),
  });
}

function stepNode(item: WorkItem, index: number, current: number): DevOpsNode {
  const { name, doneAt } = item.steps[index]!;
  const id = `${item.kind}/${item.workId}/${index}`;
  if (doneAt === null) return node({ id, label: name, state: index === current ? nodeState(item.state) : 'waiting' });
  const before = item.steps[index - 1]?.doneAt ?? item.startedAt;
  const seconds = before === null || before === undefined ? -1 : (Date.parse(doneAt) - Date.parse(before)) / 1000;
  return node({ id, label: name, state: 'well', value: seconds < 0 ? null : durationText(seconds) });
}

function clocksNode(clocks: readonly ScheduledClock[]): DevOpsNode {
  const children = clocks.map(({ name, times, next, run }) =>
    node({
      id: `clocks/${name}`,
      label: name,
      description: run?.outcome === 'failed' ? `failed: ${run.said ?? 'it says no more'}` : times,
      state: run?.outcome === 'failed' ? 'attention' : run !== null && run.outcome === null ? 'running' : 'well',
      value: 'next',
      at: { reads: 'at', instant: next.toISOString() },
    }),
  );
  const failed = children.filter(({ state }) => state === 'attention').length;
  const soonest = clocks.map(({ next }) => next.toISOString()).toSorted()[0];
  return node({
    id: 'clocks',
    label: 'By the clock',
    description: `${counted(clocks.length, 'run')} by the clock, ${failed === 0 ? 'all well' : `${failed} failed`}`,
    state: worstOf(children),
    ...(soonest !== undefined && { value: 'next', at: { reads: 'at', instant: soonest } }),
    children,
  });
}
