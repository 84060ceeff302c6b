import type { PublishedFigure } from '@superscope/contracts/published-figure';
import type { Cell } from '@superscope/domain/publishing/cell';
import { margin } from '@superscope/domain/publishing/combine';
import { expectedChange, meanGain } from '@superscope/domain/publishing/expected-change';
import { category, headcount, type PublishedCount } from '@superscope/domain/publishing/publish';
import { isFigure, type Published } from '@superscope/domain/publishing/published';
import { actionKeys, type ActionKey } from '@superscope/domain/scoring/actions';
import { exactFigure as exact } from '../answer/wire-figure.js';
import { wholePlan } from '../employer/cells.js';
import type { Edition } from '../employer/editions.js';
import type { NoiseSource } from '../employer/employer-source.js';
import type { SecretColumn } from '../model/secret-column.js';
import { actionParts, scored } from './action-statement.js';
import { concernedFacts, placesOf } from './concerned-facts.js';

/**
 * The published figures of an action: how many members it concerns, and by how much the plan's score changes if they
 * all take it.
 */
export interface ActionFigures<Figure> {
  count: Figure;
  share: Figure;
  change: Figure;
  margin: number | null;
}
export type ByAction<Value> = Readonly<Record<ActionKey, Value>>;

type Parts = (name: string) => number;

/** Looks up a value of the statement's row by the name of its part. */
export function partsOfRow(row: readonly unknown[] | undefined): Parts {
  const values = new Map(actionParts.map(({ name }, i) => [name, Number(row?.[i] ?? 0)]));
  return (name) => values.get(name)!;
}

export const byAction = <Value>(make: (key: ActionKey) => Value): ByAction<Value> =>
  Object.fromEntries(actionKeys.map((key) => [key, make(key)])) as Record<ActionKey, Value>;

/** Counts members by value of a column. The last count is of all remaining members. */
function countsOf(parts: Parts, key: string, column: SecretColumn): number[] {
  const counts = column.values.slice(0, -1).map((_, place) => parts(`${key}_${place}`));
  return [...counts, parts('members') - counts.reduce((all, count) => all + count, 0)];
}

const rowsOf = (cell: Cell, members: Published, parts: Parts, key: string, column: SecretColumn): PublishedCount[] =>
  category(
    cell,
    members,
    { noise: column.noise({ lookBack: 12 }), hasUnknown: column.hasUnknown },
    countsOf(parts, key, column),
    null,
    column.rows.map(({ places }) => places),
  );

export const gainLabel = (action: ActionKey): string => `gain:${action}`;

/** The figures of all actions for one edition, each published. */
export function publishedActions(
  parts: Parts,
  edition: Edition,
  noise: NoiseSource,
): ByAction<ActionFigures<Published>> {
  const cell = wholePlan(edition, noise);
  const members = headcount(cell);
  const ofScored = rowsOf(cell, members, parts, scored.key, scored.column)[0]!.count;
  // Fewer than about 11 members without a score cannot be told from none.
  const base = isFigure(ofScored) ? ofScored : members;
  return byAction((action) => {
    const { key: name, column, wire } = concernedFacts[action];
    const at = column.rows.findIndex((row) => row.wire === wire);
    const concerned = rowsOf(cell, members, parts, name, column)[at]!;
    const ofThem = { n: exactlyConcerned(parts, action), share: concerned.share };
    const gain = meanGain(cell, ofThem, gainLabel(action), amountsOf(parts, action));
    const change = expectedChange(gain, concerned, base);
    return { ...concerned, change, margin: margin('score', change, members, true) };
  });
}

function exactlyConcerned(parts: Parts, action: ActionKey): number {
  const { key, column } = concernedFacts[action];
  const counts = countsOf(parts, key, column);
  return placesOf(concernedFacts[action]).reduce((all, place) => all + counts[place]!, 0);
}

const amountsOf = (parts: Parts, action: ActionKey) => ({
  have: parts(`${action}_have`),
  nonzero: parts(`${action}_nonzero`),
  total: parts(`${action}_total`),
  lowest: parts(`${action}_lowest`),
  highest: parts(`${action}_highest`),
});

/** The exact figures, for the staff audience. */
export function exactActions(parts: Parts): ByAction<ActionFigures<PublishedFigure>> {
  const withScore = parts(`${scored.key}_0`);
  return byAction((action) => {
    const { key, column } = concernedFacts[action];
    const counts = countsOf(parts, key, column);
    const count = exactlyConcerned(parts, action);
    const known = parts('members') - (column.hasUnknown ? counts.at(-1)! : 0);
    const total = parts(`${action}_total`);
    return {
      count: exact(count),
      share: exact(known === 0 ? null : Math.round((1000 * count) / known) / 10),
      change: exact(withScore === 0 ? null : Math.round(total / withScore) / 1_000_000),
      margin: null,
    };
  });
}
