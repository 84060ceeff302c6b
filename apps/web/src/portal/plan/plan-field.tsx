import { useState } from 'react';
import { Lookup, type Found } from '../../ui/lookup';
import { useSettled } from '../../ui/use-settled';
import { toldApart } from '../lookups/told-apart';
import { usePlansQuery } from './plan.api';
import type { CurrentPlan } from '../slices/current-plan.slice';

const ASK_AFTER_MS = 200;

interface Props {
  plan: CurrentPlan | null;
  onChoose: (plan: CurrentPlan) => void;
  /** For an optional plan: the user emptied the field and left it. */
  onClear?: () => void;
}

/** Finds a plan by part of its name. The field shows the chosen plan until the user types. */
export function PlanField({ plan, onChoose, onClear }: Props) {
  const [typed, setTyped] = useState<string | null>(null);
  const wanted = (typed ?? '').trim();
  const asked = useSettled(wanted, ASK_AFTER_MS);
  const { currentData, isError } = usePlansQuery(asked, { skip: asked === '' });
  const choices =
    currentData && toldApart(currentData.map(({ id, name, platform }) => ({ id, name, under: platform.name })));
  const answer: Found = isError ? 'failed' : (choices ?? 'searching');
  const found: Found = wanted === '' ? 'idle' : asked === wanted ? answer : 'searching';
  return (
    <div>
      <span className="mb-1 block text-base font-semibold" aria-hidden>
        Plan
      </span>
      <Lookup
        label="Plan"
        placeholder="Enter plan - start typing"
        text={typed ?? plan?.name ?? ''}
        onText={(text) => setTyped(text === plan?.name ? null : text)}
        found={found}
        chosen={plan?.id ?? null}
        onChoose={(choice) => {
          setTyped(null);
          onChoose({ id: choice.id, name: choice.name });
        }}
        onLeave={() => {
          if (typed !== null && wanted === '') onClear?.();
          setTyped(null);
        }}
      />
    </div>
  );
}
