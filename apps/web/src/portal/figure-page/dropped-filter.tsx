import { useState } from 'react';
import { MessageBox } from '../../ui/message-box';
import type { PageView } from '../page-header/use-page-view';
import { SEVERAL_PAYROLLS } from '../filters/filter-rules';

/** Says that the page was asked for a salary group that the plan does not publish. The page removes the filter from its address at once. */
export function DroppedFilter({ page, inFile = false }: { page: PageView; inFile?: boolean }) {
  const { plan, audience, dropped } = page;
  const [said, setSaid] = useState<string | null>(null);
  const of = `${plan?.id} ${audience}`;
  if (dropped && said !== of) setSaid(of);
  if (said !== of) return null;
  return (
    <div className="mb-4" data-told>
      <MessageBox tone="attention" stays {...(!inFile && { onClose: () => setSaid(null) })}>
        The filter by salary group is removed. {SEVERAL_PAYROLLS}.
      </MessageBox>
    </div>
  );
}
