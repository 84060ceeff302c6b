import { notWell, type DevOpsNode, type DevOpsTree, type NodeState } from '@superscope/contracts/dev-ops';

/** A node with what most nodes have none of left out. */
export const node = ({
  id,
  label,
  description = '',
  state = 'none',
  value = null,
  at = null,
  children = [],
}: Pick<DevOpsNode, 'id' | 'label'> & Partial<DevOpsNode>): DevOpsNode => ({
  id,
  label,
  description,
  state,
  value,
  at,
  children,
});

/** '1 process', '2 processes'. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

/** The words for a number of nodes in a state: in the head of a tree, and in a sentence by itself. */
export type Words = (count: number) => { text: string; sentence: string };

/** How many nodes are in each state that has words, in the order of the words. */
export function summaryOf(
  states: readonly NodeState[],
  words: Partial<Record<NodeState, Words>>,
): DevOpsTree['summary'] {
  return Object.entries(words).flatMap(([state, say]) => {
    const count = states.filter((each) => each === state).length;
    return count === 0 ? [] : [{ state: state as NodeState, ...say(count) }];
  });
}

/** The state of a node that groups others: of the worst one of them that is not well, otherwise `well`. */
export const worstOf = (nodes: readonly Pick<DevOpsNode, 'state'>[]): NodeState =>
  [...notWell].find((state) => nodes.some((each) => each.state === state)) ?? 'well';

const units = [
  ['d', 86_400],
  ['h', 3_600],
  ['min', 60],
] as const;

/** A duration in its largest unit: 0.4 s, 41 s, 3 min, 21 d. */
export function durationText(seconds: number): string {
  const unit = units.find(([, length]) => seconds >= length);
  if (unit !== undefined) return `${Math.floor(seconds / unit[1])} ${unit[0]}`;
  return seconds < 10 && !Number.isInteger(seconds) ? `${seconds.toFixed(1)} s` : `${Math.round(seconds)} s`;
}
