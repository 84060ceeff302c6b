import { productStreams } from '@superscope/domain/product-streams';
import { categoryOf } from '@superscope/event-store/events/codec';

interface Fold {
  initial: unknown;
  evolve: (state: unknown, event: { type: string; data: unknown }) => unknown;
}

const folds = new Map(
  productStreams.flatMap(({ category, initial, evolve }) =>
    // A stream whose state is always null has no state to show.
    evolve === undefined || initial === undefined ? [] : [[category, { initial, evolve } as Fold] as const],
  ),
);

/** How the domain folds a stream's events into its state; null for a stream of an unknown category or without a state. */
export const foldOf = (stream: string): Fold | null => folds.get(categoryOf(stream)) ?? null;
