import { memberEventsView } from '@superscope/contracts/read-models/member-events';
import { membersView } from '@superscope/contracts/read-models/members';
import type { PlanScope } from '../../platform/access/principal.js';
import type { Views } from '../../platform/engines.module.js';

/** Whose activities are read: enough for a median, and few enough to be read while a file is checked. */
const mostMembers = 5_000;

/** Amounts in dollars of what is recorded about members of some platforms whom the caller reaches, in no order. */
export async function* recordedAmounts(
  views: Views,
  platformIds: ReadonlySet<string>,
  scope: PlanScope,
): AsyncGenerator<number> {
  const members = views
    .of(membersView)
    .find(
      {
        platformId: { $in: [...platformIds] },
        ...(scope.kind === 'plans' && { planIds: { $in: [...scope.planIds] } }),
      },
      { projection: { _id: 1 } },
    )
    .limit(mostMembers);
  const ids = (await members.toArray()).map(({ _id }) => _id);
  const recorded = views.of(memberEventsView).find({ _id: { $in: ids } }, { projection: { events: 1 } });
  for await (const { events = {} } of recorded)
    for (const { amountCents } of Object.values(events)) if (amountCents !== null) yield amountCents / 100;
}
