import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { treeNames, type DevOpsNews, type DevOpsTree, type TreeName } from '@superscope/contracts/dev-ops';
import type { SystemHealth } from '@superscope/contracts/system-health';
import { SystemHealthReader } from '../operations/system-health-reader.js';
import { BatchesTree } from './batches-tree.js';
import { ContainersTree } from './containers-tree.js';
import { MonitorsTree } from './monitors-tree.js';
import { OwnChecks, type CheckOutcome, type Looked } from '../platform/checks/own-checks.js';

/** How often the trees are read while somebody follows them. */
const everyMs = 3_000;
/** A tree that takes longer is not shown this time. */
const patienceMs = 5_000;

export type Follower = (news: DevOpsNews) => void;

/** What one reading gave. Trees that could not be read are missing. */
type Reading = ReadonlyMap<TreeName, DevOpsTree>;

/** Reads the trees of Developer Operations: once, or again and again for everybody who follows them. */
@Injectable()
export class DevOpsTrees implements OnApplicationShutdown {
  private readonly followers = new Map<Follower, Map<TreeName, string>>();
  private reading: Promise<Reading> | null = null;
  private timer: NodeJS.Timeout | null = null;
  private stopped = false;

  constructor(
    private readonly health: SystemHealthReader,
    private readonly batches: BatchesTree,
    private readonly containers: ContainersTree,
    private readonly monitors: MonitorsTree,
    private readonly ownChecks: OwnChecks,
  ) {}

  onApplicationShutdown(): void {
    this.stopped = true;
    if (this.timer) clearTimeout(this.timer);
  }

  async read(name: TreeName): Promise<DevOpsTree> {
    if (name === 'batches') return this.batches.read();
    const health = await this.health.read();
    if (name === 'containers') return this.containers.read(health);
    return this.monitors.read(await this.looked(health));
  }

  /** What each of the product's own checks finds now. */
  async checks(): Promise<CheckOutcome[]> {
    return this.ownChecks.look(await this.looked(await this.health.read()));
  }

  private async looked(health: SystemHealth): Promise<Looked> {
    return { health, batches: hasMongo(health) ? await this.batches.read().catch(() => null) : null };
  }

  /**
   * Tells a follower the trees at once, and from then on those that changed. Every reading is told, also one without a change, so that a
   * follower who hears nothing knows that the connection is gone. The returned function ends it.
   */
  follow(follower: Follower): () => void {
    this.followers.set(follower, new Map());
    if (this.timer !== null) clearTimeout(this.timer);
    this.timer = null;
    void this.turn();
    return () => void this.followers.delete(follower);
  }

  /** A reading at a time, shared by all followers; the next begins a while after its end. */
  private async turn(): Promise<void> {
    if (this.reading !== null) return;
    this.reading = this.readAll();
    const read = await this.reading;
    this.reading = null;
    for (const [follower, told] of this.followers) follower(newsOf(read, told));
    if (!this.stopped && this.followers.size > 0 && this.timer === null)
      this.timer = setTimeout(() => {
        this.timer = null;
        void this.turn();
      }, everyMs).unref();
  }

  /** Never rejects: a tree that cannot be read is left out. Without MongoDB the others still say which engine is away. */
  private async readAll(): Promise<Reading> {
    const health = await orNull(this.health.read());
    const batches = health !== null && hasMongo(health) ? await orNull(this.batches.read()) : null;
    const [containers, monitors] = await Promise.all([
      health && orNull(this.containers.read(health)),
      health && orNull(this.monitors.read({ health, batches })),
    ]);
    const trees = { batches, containers, monitors };
    return new Map(treeNames.flatMap((name) => (trees[name] === null ? [] : [[name, trees[name]] as const])));
  }
}

const hasMongo = ({ engines }: SystemHealth): boolean =>
  engines.some(({ name, reachable }) => name === 'mongo' && reachable);

/** Null if it fails, or takes longer than a follower should wait. */
async function orNull<Result>(asked: Promise<Result>): Promise<Result | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), patienceMs)));
  return Promise.race([asked.catch(() => null), late]).finally(() => clearTimeout(timer));
}

/** What of a reading is news for a follower who was told the trees with these texts; remembers them. */
function newsOf(read: Reading, told: Map<TreeName, string>): DevOpsNews {
  const trees: DevOpsNews['trees'] = {};
  for (const [name, tree] of read) {
    const text = JSON.stringify(tree);
    if (told.get(name) === text) continue;
    told.set(name, text);
    trees[name] = tree;
  }
  return { trees, unread: treeNames.filter((name) => !read.has(name)) };
}
