import type { MemberOverview } from '@superscope/contracts/member-overview';
import { ChevronRight } from 'lucide-react';
import { Link } from 'react-router';
import { Card } from '../../ui/card';

const TOPICS = [
  ['Insurance', 'How death cover stands to its estimated need.', '/reports/limited-advice-report'],
  ['Investment', 'How growth assets stand to the risk profile or age.', '/reports/intra-fund-investment-report'],
] as const;

/** Advice about one topic each, made of what is known today. */
export const AdviceTab = ({ member }: { member: MemberOverview }) => (
  <Card aria-label="Advice" className="max-w-3xl overflow-hidden p-0! sm:p-0!">
    <ul>
      {TOPICS.map(([name, note, path]) => (
        <li key={path} className="border-t first:border-t-0">
          <Link
            to={`${path}?memberId=${encodeURIComponent(member.id)}`}
            className="settle flex min-h-11 items-center gap-3 px-5 py-3 text-base hover:bg-hover"
          >
            <span className="min-w-0 flex-1">
              <span className="block font-semibold">{name}</span>
              <span className="block text-sm text-ink-3">{note}</span>
            </span>
            <ChevronRight size={16} className="shrink-0 text-ink-3" aria-hidden />
          </Link>
        </li>
      ))}
    </ul>
  </Card>
);
