import type { PlanCorrections } from '@superscope/contracts/corrections';
import { MoveRight } from 'lucide-react';
import { useState } from 'react';
import { personText } from '../../portal/members/member-text';
import { usePlanGroupsQuery } from '../../portal/plan/plan.api';
import { PlanLookup, type ChosenPlan } from '../../portal/plan/plan-lookup';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { SelectField } from '../../ui/select-field';
import type { Asked } from './correction-dialog';
import { PlanMemberLookup, type FoundMember } from './plan-member-lookup';

const NONE = '';

interface Props {
  plan: PlanCorrections;
  onAsk: (asked: Asked) => void;
}

/** Moves a member of the plan to another plan, employer or category. */
export function MoveMemberCard({ plan, onAsk }: Props) {
  const [member, setMember] = useState<FoundMember | null>(null);
  const [to, setTo] = useState<ChosenPlan | null>({ id: plan.id, name: plan.name });
  const [company, setCompany] = useState(NONE);
  const [category, setCategory] = useState(NONE);
  const { currentData: groups } = usePlanGroupsQuery(to?.id ?? '', { skip: to === null });
  const move = () => {
    if (member === null || to === null || company === NONE) return;
    onAsk({
      title: `Move ${personText(member)}?`,
      text: `To ${to.name}, ${labelOf(groups?.companies, company)}${
        category === NONE ? ', without a category' : `, category ${labelOf(groups?.categories, category)}`
      }. Figures before that day stay where they are.`,
      action: 'Move',
      day: 'From',
      make: (on) => ({
        kind: 'moveMember',
        memberId: member.id,
        planId: to.id,
        companyId: company,
        categoryId: category === NONE ? null : category,
        on,
      }),
      done: `${personText(member)} is moved to ${to.name}.`,
    });
  };
  const choosePlan = (chosen: ChosenPlan | null) => {
    setTo(chosen);
    setCompany(NONE);
    setCategory(NONE);
  };
  return (
    <Card aria-label="Move a member">
      <CardHead title="Move a member" note={`A member of ${plan.name}. Who looks a member up is recorded.`} />
      <div className="mt-4 grid gap-3 sm:grid-cols-2">
        <PlanMemberLookup planId={plan.id} value={member} onChange={setMember} />
        <PlanLookup label="To plan" value={to} onChange={choosePlan} />
        <SelectField
          label="Employer"
          wide
          options={[{ value: NONE, label: 'Please choose' }, ...(groups?.companies ?? [])]}
          value={company}
          onChange={setCompany}
        />
        <SelectField
          label="Category"
          wide
          options={[{ value: NONE, label: 'None' }, ...(groups?.categories ?? [])]}
          value={category}
          onChange={setCategory}
        />
      </div>
      <Button
        icon={MoveRight}
        className="mt-4"
        disabled={member === null || to === null || company === NONE}
        onClick={move}
      >
        Move
      </Button>
    </Card>
  );
}

const labelOf = (groups: readonly { value: string; label: string }[] | undefined, value: string) =>
  groups?.find((each) => each.value === value)?.label ?? value;
