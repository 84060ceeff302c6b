import {
  cellKey,
  combined,
  dimensionSets,
  dimensionsOf,
  publicDimensions,
  wholePlan,
  type Cell,
  type PublicDimension,
} from './cells.js';
import type { Figure } from './figure.js';
import type { PlanKnowledge } from './knowledge.js';

/** All answers about one number, by group and month. */
export class Book {
  private readonly cells = new Map<string, { cell: Cell; figures: Map<string, Figure> }>();
  /** Number of answers that differ from an earlier one for the same group. */
  disagreements = 0;

  /** Records an answer. A published number takes precedence over bounds. */
  note(cell: Cell, month: string, figure: Figure): void {
    const key = cellKey(cell);
    let entry = this.cells.get(key);
    if (!entry) this.cells.set(key, (entry = { cell, figures: new Map() }));
    const known = entry.figures.get(month);
    if (known?.kind === 'value' && figure.kind === 'value' && known.value !== figure.value) this.disagreements += 1;
    if (known === undefined || (known.kind === 'between' && figure.kind === 'value')) entry.figures.set(month, figure);
  }

  at(cell: Cell, month: string): Figure | undefined {
    return this.cells.get(cellKey(cell))?.figures.get(month);
  }

  /** The published number, or null. */
  valueAt(cell: Cell, month: string): Extract<Figure, { kind: 'value' }> | null {
    const figure = this.at(cell, month);
    return figure?.kind === 'value' ? figure : null;
  }

  /** Every group with answers, and its months in order. */
  *groups(): Generator<{ cell: Cell; months: string[] }> {
    for (const { cell, figures } of this.cells.values()) yield { cell, months: [...figures.keys()].sort() };
  }
}

/** One way to query groups: some attributes as filters, others as breakdowns. */
export interface CellQuestion {
  filters: Cell;
  breakdowns: readonly PublicDimension[];
}

/**
 * Queries that together cover every group of at most `reach` attributes: up to two as breakdowns, a third as filters. `byFilters` also
 * queries groups of one and two attributes by filters alone, because the answer for the same group may differ.
 */
export function cellQuestions(knowledge: PlanKnowledge, reach: number, byFilters: boolean): CellQuestion[] {
  const questions: CellQuestion[] = [];
  for (const set of dimensionSets(reach)) {
    if (set.length <= 2) questions.push({ filters: wholePlan, breakdowns: set });
    if (byFilters && (set.length === 1 || set.length === 2) && combined.includes(set[0]!))
      for (const filters of cellsOf(knowledge, set)) questions.push({ filters, breakdowns: [] });
    if (set.length === 3) {
      const [fewest] = [...set].sort((a, b) => knowledge.valuesOf(a).length - knowledge.valuesOf(b).length);
      const breakdowns = set.filter((name) => name !== fewest);
      for (const filters of cellsOf(knowledge, [fewest!])) questions.push({ filters, breakdowns });
    }
  }
  return questions;
}

/** The groups by these attributes that ever had a member. */
export function cellsOf(knowledge: PlanKnowledge, names: readonly PublicDimension[]): Cell[] {
  let cells: Cell[] = [wholePlan];
  for (const name of names)
    cells = cells.flatMap((cell) => knowledge.valuesOf(name).map((value) => ({ ...cell, [name]: value })));
  return cells.filter((cell) => knowledge.months.some((month) => knowledge.members(cell, month).length > 0));
}

/** The parts of a group by one more attribute. */
export const childrenOf = (knowledge: PlanKnowledge, cell: Cell, by: PublicDimension): Cell[] =>
  knowledge.valuesOf(by).map((value) => ({ ...cell, [by]: value }));

const mostAttributes = 3;

/** Attributes that a query may combine with those of the group. */
export function freeDimensions(cell: Cell): readonly PublicDimension[] {
  const taken = dimensionsOf(cell);
  if (taken.length === 0) return publicDimensions;
  if (taken.length >= mostAttributes) return [];
  return taken.every((name) => combined.includes(name)) ? combined.filter((name) => !taken.includes(name)) : [];
}
