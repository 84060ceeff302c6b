import { z } from 'zod';

/** How it is with a node, worst first. `none`: it only groups others, or has no health of its own. */
export const nodeStates = [
  'failed',
  'attention',
  'retrying',
  'stopping',
  'running',
  'waiting',
  'well',
  'stopped',
  'none',
] as const;
export type NodeState = (typeof nodeStates)[number];

/** States that somebody should look at. */
export const notWell: ReadonlySet<NodeState> = new Set(['failed', 'attention', 'retrying']);

/**
 * An instant (ISO, UTC) beside a node. `since`: how long ago, `up`: for how long a process runs, `took`: for how long the work runs,
 * `left`: how long from now, `at`: the time of day.
 */
const nodeInstant = z.object({ reads: z.enum(['since', 'up', 'took', 'left', 'at']), instant: z.string() });

/** A node of a tree that operators read. It says nothing of plans or members. */
export interface DevOpsNode {
  /** Unique in its tree, and the same for the same thing at every read. */
  id: string;
  label: string;
  description: string;
  state: NodeState;
  /** Its number or word at the right; null if it has none. */
  value: string | null;
  at: z.infer<typeof nodeInstant> | null;
  children: DevOpsNode[];
}

const devOpsNode: z.ZodType<DevOpsNode> = z.object({
  id: z.string(),
  label: z.string(),
  description: z.string(),
  state: z.enum(nodeStates),
  value: z.string().nullable(),
  at: nodeInstant.nullable(),
  get children() {
    return z.array(devOpsNode);
  },
});

/** Answer to GET /api/devops/batches, /containers/tree and /monitors/tree. */
export const devOpsTree = z.object({
  label: z.string(),
  /** Where what it says comes from; empty if that needs no words. */
  description: z.string(),
  /** How many are in which state, in words for the head of the tree ('1 fires') and for the line above all trees ('1 alert fires'). */
  summary: z.array(z.object({ state: z.enum(nodeStates), text: z.string(), sentence: z.string() })),
  children: z.array(devOpsNode),
});
export type DevOpsTree = z.infer<typeof devOpsTree>;

export const treeNames = ['monitors', 'batches', 'containers'] as const;
export type TreeName = (typeof treeNames)[number];

/** Data of a `trees` event of GET /api/devops/live. */
export const devOpsNews = z.object({
  /** The trees that changed since the listener's last event. */
  trees: z.partialRecord(z.enum(treeNames), devOpsTree),
  /** Trees that cannot be read now. What was sent of them before may be outdated. */
  unread: z.array(z.enum(treeNames)),
});
export type DevOpsNews = z.infer<typeof devOpsNews>;
