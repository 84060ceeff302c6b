import type { PlanCorrections } from '@superscope/contracts/corrections';
import { UserX } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../ui/button';
import { Card, CardHead } from '../../ui/card';
import { personText } from '../../portal/members/member-text';
import type { Asked } from './correction-dialog';
import { PlanMemberLookup, type FoundMember } from './plan-member-lookup';

interface Props {
  plan: PlanCorrections;
  onAsk: (asked: Asked) => void;
}

/** Erases a member's personal data for good. */
export function EraseMemberCard({ plan, onAsk }: Props) {
  const [member, setMember] = useState<FoundMember | null>(null);
  const erase = () => {
    if (member === null) return;
    onAsk({
      title: `Erase ${personText(member)}?`,
      text: 'Name, number, login, date of birth, contact details and notes are gone for good, in the history too. Nobody can bring them back. The plan’s figures stay as they are.',
      action: 'Erase for good',
      words: 'Reason',
      make: (reason) => ({ kind: 'eraseMember', memberId: member.id, reason }),
      done: 'The member is erased. Every screen says ‘Erased’ instead of the name.',
    });
    setMember(null);
  };
  return (
    <Card aria-label="Erase a member">
      <CardHead
        title="Erase a member"
        note="Where somebody has the right to be forgotten. Who did it, when and why stays."
      />
      <div className="mt-4">
        <PlanMemberLookup planId={plan.id} value={member} onChange={setMember} />
      </div>
      <Button icon={UserX} className="mt-4" disabled={member === null} onClick={erase}>
        Erase
      </Button>
    </Card>
  );
}
