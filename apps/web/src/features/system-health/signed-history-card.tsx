import type { SystemHealth } from '@superscope/contracts/system-health';
import { Card, CardHead } from '../../ui/card';
import { dateTime } from '../../ui/format';
import { Badge } from './health-parts';
import { proofOf } from './verdict';

/** The result of the daily comparison of the history with its signed heads. */
export function SignedHistoryCard({ health }: { health: SystemHealth }) {
  const { tone, value, sentence } = proofOf(health);
  const { last } = health.proof;
  return (
    <Card aria-label="Signed history">
      <CardHead
        title="Signed history"
        note="Every day the whole history is compared with its signed heads, and what came since is signed"
        right={<Badge tone={tone}>{value}</Badge>}
      />
      <p className="wrap-anywhere mt-3 text-base">{sentence.replace(/\.?$/, '.')}</p>
      {last && <p className="text-sm text-ink-3">Looked at {dateTime(last.at)}</p>}
    </Card>
  );
}
