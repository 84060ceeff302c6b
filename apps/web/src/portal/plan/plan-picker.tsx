import type { PlanOption } from '@superscope/contracts/plan';
import { useEffect, useState } from 'react';
import { number } from '../../ui/format';
import { onDemand } from '../../ui/on-demand';
import type { Choice } from '../../ui/choice-text';
import type { Found } from '../../ui/lookup';
import { useSettled } from '../../ui/use-settled';
import { toldApart } from '../lookups/told-apart';
import { useChangeView } from '../view-address/use-view-address';
import { useStoreState } from '../state';
import { usePlansQuery } from './plan.api';

/** Loaded on demand, because a user with one plan never sees it. Its place is reserved while it loads. */
const Lookup = onDemand(
  async () => (await import('../../ui/lookup')).Lookup,
  <span aria-hidden className="block h-10 w-80 max-w-full rounded-md border border-line-strong pointer-coarse:h-11" />,
);

const ASK_AFTER_MS = 200;
const CLOSE_AFTER_MS = 200;

/** The id of the button that shows the chosen plan. */
export const CHOSEN_PLAN_ID = 'chosen-plan';

/** Moves the focus to the chosen plan after the user left the picker without a choice, unless the focus is elsewhere already. */
const focusChosenPlan = () =>
  setTimeout(() => {
    if (document.activeElement === document.body) document.getElementById(CHOSEN_PLAN_ID)?.focus();
  });

/** A plan as a choice. The number of members is at the right, if it is published. */
const choiceOf = ({ id, name, platform, members }: PlanOption): Choice => ({
  id,
  name,
  under: platform.name,
  ...(members !== null && { note: `${number(members)} members` }),
});

interface Props {
  /** Called once a plan is set, and when the user leaves the field while a plan is already set. */
  onClose?: () => void;
  autoFocus?: boolean;
  className?: string;
}

/** Finds a plan by typing part of its name. It stays until a plan is set. */
export function PlanPicker({ onClose, autoFocus = false, className }: Props) {
  const changeView = useChangeView();
  const current = useStoreState((state) => state.currentPlan);
  const [text, setText] = useState('');
  const [picked, setPicked] = useState<Choice | null>(null);
  const wanted = text.trim();
  const asked = useSettled(wanted, ASK_AFTER_MS);
  const { currentData, isError } = usePlansQuery(asked, { skip: asked === '' });
  const answer: Found = isError ? 'failed' : currentData ? toldApart(currentData.map(choiceOf)) : 'searching';
  const found: Found = picked || wanted === '' ? 'idle' : asked === wanted ? answer : 'searching';

  useEffect(() => {
    if (!picked) return;
    // A moment to see the choice before the page changes.
    const timer = setTimeout(() => {
      changeView({ plan: picked.id }, picked.name);
      onClose?.();
    }, CLOSE_AFTER_MS);
    return () => clearTimeout(timer);
  }, [picked, changeView, onClose]);

  return (
    <Lookup
      label="Plan"
      placeholder="Enter plan - start typing"
      text={picked?.name ?? text}
      onText={setText}
      found={found}
      chosen={current?.id ?? null}
      onChoose={setPicked}
      onLeave={() => {
        if (!current || picked) return;
        onClose?.();
        focusChosenPlan();
      }}
      autoFocus={autoFocus}
      disabled={picked !== null}
      className={className}
    />
  );
}
