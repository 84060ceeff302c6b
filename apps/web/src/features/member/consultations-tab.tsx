import type { MemberOverview } from '@superscope/contracts/member-overview';
import { FileText } from 'lucide-react';
import { FiledBefore } from '../../portal/members/filed-before';
import { useMemberConsultationsQuery } from '../../portal/members/members.api';
import { Card } from '../../ui/card';
import { EmptyState } from '../../ui/states';
import { LinkButton } from '../../ui/link-button';

/** Consultations that were filed for the member; each is made again as it was. */
export function ConsultationsTab({ member }: { member: MemberOverview }) {
  const { data } = useMemberConsultationsQuery(member.id);
  const make = member.leftOn === null && (
    <LinkButton icon={FileText} to={`/staff/consultation?member=${encodeURIComponent(member.id)}`}>
      New consultation
    </LinkButton>
  );
  if (data?.length === 0)
    return (
      <Card className="grid min-h-56">
        <EmptyState icon={FileText} title="No consultation is filed yet" action={make}>
          Fees, cover, need and the retirement standard in one file that is kept among the member’s events.
        </EmptyState>
      </Card>
    );
  return (
    <div className="max-w-3xl">
      {make}
      <FiledBefore memberId={member.id} />
    </div>
  );
}
