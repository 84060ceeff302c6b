import type { PlanOption } from '@superscope/contracts/plan';
import { Check, Search } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { ComboBox, Input, ListBox, ListBoxItem, Popover } from 'react-aria-components';
import { cx } from '../../ui/class-names';
import { useStoreDispatch, useStoreState } from '../store';
import { planChosen } from './current-plan.slice';
import { usePlansQuery } from './plan.api';

const ASK_AFTER_MS = 200;
const CLOSE_AFTER_MS = 200;

/** A text, once nobody has changed it for a while. */
function useSettled(text: string, after: number) {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), after);
    return () => clearTimeout(timer);
  }, [text, after]);
  return settled;
}

interface Props {
  /** Called once a plan is set, and when somebody turns away while one already is. */
  onClose?: () => void;
  autoFocus?: boolean;
  className?: string;
}

/** Finds a plan by typing part of its name. It stays until a plan is set. */
export function PlanPicker({ onClose, autoFocus = false, className }: Props) {
  const dispatch = useStoreDispatch();
  const current = useStoreState((state) => state.currentPlan);
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<PlanOption | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const asked = useSettled(text.trim(), ASK_AFTER_MS);
  // A failed look-up says nothing: typing on asks again.
  const { currentData, isFetching } = usePlansQuery(asked, { skip: asked === '' });
  const found = asked === '' ? [] : (currentData ?? []);
  const waiting = isFetching || asked !== text.trim();

  useEffect(() => {
    if (autoFocus) input.current?.focus();
  }, [autoFocus]);

  useEffect(() => {
    if (!picked) return;
    // A moment to see the tick before the page changes.
    const timer = setTimeout(() => {
      dispatch(planChosen(picked));
      onClose?.();
    }, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [picked, dispatch, onClose]);

  return (
    <ComboBox
      aria-label="Plan"
      items={picked ? [picked] : found}
      inputValue={picked?.name ?? text}
      onInputChange={(typed) => !picked && setText(typed)}
      value={picked?.id ?? null}
      onChange={(key) => setPicked(found.find((plan) => plan.id === key) ?? null)}
      allowsEmptyCollection={asked !== ''}
      allowsCustomValue
      menuTrigger="input"
      className={className ?? ''}
    >
      <div className="settle flex h-10 items-center gap-2 rounded-md border border-line-strong bg-surface px-3 focus-within:border-focus focus-within:outline-2 focus-within:outline-offset-1 focus-within:outline-focus pointer-coarse:h-11">
        <Search size={16} className="shrink-0 text-ink-3" aria-hidden />
        <Input
          ref={input}
          placeholder="Enter plan - start typing"
          onKeyDown={(event) => event.key === 'Escape' && current && !text && onClose?.()}
          onBlur={() => current && !picked && onClose?.()}
          className="h-full min-w-0 flex-1 bg-transparent text-md outline-none pointer-coarse:text-[16px]"
        />
      </div>
      <Popover
        offset={6}
        className="w-(--trigger-width) min-w-64 overflow-hidden rounded-lg border bg-raised shadow-pop outline-none"
      >
        <ListBox<PlanOption>
          className="max-h-80 overflow-auto py-1 outline-none"
          renderEmptyState={() => (
            <p className="px-3.5 py-2.5 text-base text-ink-3">{waiting ? 'Searching…' : 'No results'}</p>
          )}
        >
          {(plan) => (
            <ListBoxItem
              id={plan.id}
              textValue={plan.name}
              className={({ isFocused, isSelected }) =>
                cx(
                  'flex cursor-pointer items-center gap-3 px-3.5 py-2 text-base outline-none pointer-coarse:py-3',
                  (isFocused || isSelected) && 'bg-brand-soft',
                )
              }
            >
              <span className="min-w-0 flex-1">
                <Matched name={plan.name} part={asked} />
              </span>
              {(plan.id === picked?.id || (!picked && plan.id === current?.id)) && (
                <Check size={16} className="text-brand" aria-hidden />
              )}
            </ListBoxItem>
          )}
        </ListBox>
      </Popover>
    </ComboBox>
  );
}

/** The name with what was typed in bold. */
function Matched({ name, part }: { name: string; part: string }) {
  const at = part === '' ? -1 : name.toLowerCase().indexOf(part.toLowerCase());
  if (at < 0) return name;
  return (
    <>
      {name.slice(0, at)}
      <b className="font-[650]">{name.slice(at, at + part.length)}</b>
      {name.slice(at + part.length)}
    </>
  );
}
