import { notWell, type DevOpsNode } from '@superscope/contracts/dev-ops';
import type { TreeLine } from '../../ui/tree';

/** A node that is seen. */
export interface NodeLine extends TreeLine {
  node: DevOpsNode;
}

/** What of a tree is shown. */
export interface Sieve {
  /** Words in lower case; none if all nodes are wanted. */
  words: string;
  onlyNotWell: boolean;
}

const isNotWell = (node: DevOpsNode): boolean => notWell.has(node.state) || node.children.some(isNotWell);

/** The nodes that are not well and hold others: these open by themselves. */
export const openingByThemselves = (nodes: readonly DevOpsNode[]): string[] =>
  nodes.flatMap((node) =>
    node.children.length > 0 && isNotWell(node) ? [node.id, ...openingByThemselves(node.children)] : [],
  );

const says = ({ label, description, value }: DevOpsNode, words: string): boolean =>
  `${label} ${description} ${value ?? ''}`.toLowerCase().includes(words);

/** The nodes that pass, each with what holds it. What holds the wanted words passes with all that it holds. */
export function sifted(nodes: readonly DevOpsNode[], { words, onlyNotWell }: Sieve): DevOpsNode[] {
  return nodes.flatMap((node) => {
    const isFound = words === '' || says(node, words);
    const children = sifted(node.children, { words: isFound ? '' : words, onlyNotWell });
    const passes = isFound && (!onlyNotWell || notWell.has(node.state));
    return passes || children.length > 0 ? [{ ...node, children }] : [];
  });
}

/** The lines that are seen: nodes, and what is in those that are open. */
export const linesOf = (nodes: readonly DevOpsNode[], isOpen: (id: string) => boolean, level = 1): NodeLine[] =>
  nodes.flatMap((node, index) => {
    const open = node.children.length === 0 ? null : isOpen(node.id);
    const line = { key: node.id, level, position: index + 1, siblings: nodes.length, isOpen: open, node };
    return [line, ...(open === true ? linesOf(node.children, isOpen, level + 1) : [])];
  });

/** What a tree says, without what changes with every reading: memory, and how long something lasts. */
export const gist = (nodes: readonly DevOpsNode[]): string =>
  nodes.map(({ id, state, description, children }) => `${id} ${state} ${description}\n${gist(children)}`).join('');
