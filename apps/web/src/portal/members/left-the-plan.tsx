import { date } from '../../ui/format';

/** In small print after the name of a member who left. */
export const leftNote = (leftOn: string | null): string | undefined =>
  leftOn === null ? undefined : `left ${date(leftOn)}`;

/** Says below a lookup that the chosen member left. */
export function LeftThePlan({ member }: { member: { leftOn: string | null } | null }) {
  if (member === null || member.leftOn === null) return null;
  return <p className="mt-1 text-sm font-medium text-attention">Left the plan on {date(member.leftOn)}.</p>;
}
