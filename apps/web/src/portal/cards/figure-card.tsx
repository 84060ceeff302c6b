import type { ReactNode, RefObject } from 'react';
import { cx } from '../../ui/class-names';
import { ErrorState, NoData, Skeleton } from '../../ui/states';
import { UpdatedMark } from '../updates/updating';
import { useUpdateHint } from '../updates/use-update-hint';
import { useUnfinished } from '../../ui/unfinished';
import type { Loaded } from '../analytics/loaded';

interface Named {
  /** The card's name for screen readers, and in the message that it did not load. */
  title: string;
  /** Replaces the title in the message that it did not load: 'The trends'. */
  what?: string;
  /** The card's place in the layout and its minimum size. */
  className?: string | undefined;
}

interface Props<T> extends Named {
  figures: Loaded<T>;
  /** The heading and its controls. Drawn while figures load too. */
  head: ReactNode;
  /** The skeleton, drawn until the first figures have loaded. */
  bones: ReactNode;
  /** A sentence that replaces the figures if there are none or none is published; otherwise null. */
  nothing?: (data: T) => string | null;
  nothingClassName?: string;
  /** Classes of the card's surface. */
  look?: string;
  /** True for a part of another card: a group without a surface of its own. */
  part?: boolean;
  children: (data: T) => ReactNode;
}

const LOOK = 'card p-4 sm:p-5';

/**
 * The frame of every card of figures. It draws a skeleton while the first figures load, dims figures while newer ones
 * load, offers a retry after a failure, and shows a sentence if there is nothing to show. The card itself only draws
 * loaded figures. `Figure` handles a single withheld figure, and `Plot` a drawing without any published month.
 */
export function FigureCard<T>(props: Props<T>) {
  const { title, figures, part = false, look = part ? '' : LOOK, className } = props;
  const { data, refreshing, failed, updates = 0 } = figures;
  const { card, updated } = useUpdateHint(title, updates);
  const Ground = part ? 'div' : 'section';
  useUnfinished(refreshing ? 'loading' : null);
  return (
    <Ground
      ref={card as RefObject<HTMLDivElement>}
      role={part ? 'group' : undefined}
      aria-label={title}
      aria-busy={refreshing || (data === undefined && !failed)}
      className={
        failed
          ? cx('grid', !part && LOOK, className)
          : cx('settle relative flex flex-col', look, className, refreshing && '*:opacity-50')
      }
    >
      {failed ? <Failure {...props} /> : <Content {...props} />}
      {!failed && <UpdatedMark updated={updated} />}
    </Ground>
  );
}

const Failure = <T,>({ title, what = title, figures: { reference, retry } }: Props<T>) => (
  <ErrorState what={what} reference={reference} onRetry={retry} />
);

function Content<T>({ title, figures: { data }, head, bones, nothing, nothingClassName, children }: Props<T>) {
  const sentence = data === undefined ? null : nothing?.(data);
  return (
    <>
      {head}
      {data === undefined ? (
        <Skeleton label={title}>{bones}</Skeleton>
      ) : sentence ? (
        <NoData className={nothingClassName}>{sentence}</NoData>
      ) : (
        children(data)
      )}
    </>
  );
}

/** Cards that share an answer. If it did not load, one card says so in place of all of them. */
export const FigureGroup = ({ children, ...card }: Named & { figures: Loaded<unknown>; children: ReactNode }) =>
  card.figures.failed ? (
    <FigureCard {...card} head={null} bones={null}>
      {() => null}
    </FigureCard>
  ) : (
    children
  );
