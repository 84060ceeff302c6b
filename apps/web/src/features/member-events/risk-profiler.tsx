import type { MemberOption } from '@superscope/contracts/member-events';
import { ExternalLink } from 'lucide-react';
import { useInfo } from '../../portal/api/info.api';
import { Button } from '../../ui/button';

interface Props {
  member: MemberOption | null;
  consultant: string;
}

/** Opens the operator's risk profiler for a member and a consultant, in a tab of its own. */
export function RiskProfiler({ member, consultant }: Props) {
  const { data: info } = useInfo();
  const url = info?.links?.riskProfiler;
  if (info !== undefined && url === undefined)
    return (
      <span className="flex items-center gap-2">
        <Button icon={ExternalLink} disabled aria-describedby="no-risk-profiler">
          Risk profiler
        </Button>
        <span id="no-risk-profiler" className="text-sm text-ink-3">
          Not set up
        </span>
      </span>
    );
  const isReady = url !== undefined && member !== null && consultant !== '';
  const open = () => {
    if (!isReady) return;
    const address = new URL(url);
    address.searchParams.set('memberId', member.id);
    address.searchParams.set('consultant', consultant);
    window.open(address, '_blank', 'noopener,noreferrer');
  };
  return (
    <Button
      icon={ExternalLink}
      disabled={!isReady}
      title={isReady ? 'Opens in a new tab' : 'Choose a member and a consultant first'}
      onClick={open}
    >
      Risk profiler
    </Button>
  );
}
