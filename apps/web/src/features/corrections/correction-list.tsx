import type { ReactNode } from 'react';
import { Button } from '../../ui/button';
import { CardHead } from '../../ui/card';

interface Props<T> {
  title: string;
  none: string;
  items: readonly T[];
  textOf: (item: T) => ReactNode;
  /** The correction that was already made, in a word; null if it can be made. */
  doneOf: (item: T) => string | null;
  action: string;
  /** The button's whole name. */
  actionOf: (item: T) => string;
  onAct: (item: T) => void;
}

/** A card that lists things of a plan, each with the button of its correction. */
export const CorrectionList = <T extends { id: string }>(props: Props<T>) => (
  <section aria-label={props.title} className="card overflow-hidden">
    <div className="p-4 pb-3 sm:p-5 sm:pb-3">
      <CardHead title={props.title} />
    </div>
    {props.items.length === 0 ? (
      <p className="border-t px-5 py-6 text-center text-base text-ink-3">{props.none}</p>
    ) : (
      <ul aria-label={props.title} className="max-h-96 divide-y overflow-y-auto border-t">
        {props.items.map((item) => {
          const done = props.doneOf(item);
          return (
            <li key={item.id} className="flex min-h-12 items-center gap-3 px-4 py-2 sm:px-5">
              <div className="min-w-0 flex-1 text-base wrap-anywhere">{props.textOf(item)}</div>
              {done === null ? (
                <Button aria-label={props.actionOf(item)} onClick={() => props.onAct(item)}>
                  {props.action}
                </Button>
              ) : (
                <span className="text-sm text-ink-3">{done}</span>
              )}
            </li>
          );
        })}
      </ul>
    )}
  </section>
);
