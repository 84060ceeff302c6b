import type { PlanOption } from '@superscope/contracts/plan';
import { FoundLookup } from '../lookups/found-lookup';
import { useTyped } from '../lookups/use-typed';
import { usePlansOfPlatformQuery } from './plan.api';

export type ChosenPlan = Pick<PlanOption, 'id' | 'name'> & Partial<Pick<PlanOption, 'platform'>>;

interface Props {
  label: string;
  value: ChosenPlan | null;
  onChange: (plan: ChosenPlan | null) => void;
  /** Only plans of this platform. */
  platformId?: string | undefined;
  placeholder?: string;
  clears?: boolean;
}

/** A plan for one field of a form, found by typing; emptying the field chooses none. The plan of the page stays as it is. */
export function PlanLookup({ onChange, platformId, placeholder = 'Enter plan - start typing', ...props }: Props) {
  const typed = useTyped(props.value !== null);
  const answer = usePlansOfPlatformQuery({ name: typed.ask ?? '', platformId }, { skip: typed.ask === null });
  return (
    <FoundLookup<ChosenPlan>
      {...props}
      placeholder={placeholder}
      onChange={(plan) => onChange(plan && { id: plan.id, name: plan.name })}
      typed={typed}
      answer={answer}
      nameOf={({ name }) => name}
      underOf={({ platform }) => (platformId === undefined ? platform?.name : undefined)}
    />
  );
}
