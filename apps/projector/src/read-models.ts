import { accessEntries } from './access/access-entries.projection.js';
import { campaignEngagement, campaignRows, campaigns } from './activity/campaigns.projection.js';
import { contactRequests, memberEventRuns, memberEvents, members } from './activity/member-facts.projection.js';
import { companies, plans, platforms, providers } from './documents/fund.projection.js';
import { memberCategories, planPlatforms } from './documents/fund-rows.projection.js';
import { imports } from './documents/imports.projection.js';
import { maintenance } from './documents/maintenance.projection.js';
import { news } from './documents/news.projection.js';
import { signIns } from './documents/sign-ins.projection.js';
import { users } from './documents/users.projection.js';
import { watches } from './documents/watches.projection.js';
import { closings } from './editions/closings.projection.js';
import { eventHistory } from './event-history/event-history.projection.js';
import { figures } from './figures/figures.projection.js';
import { planDigests } from './history/plan-digests.projection.js';
import { streamEvents } from './history/stream-events.projection.js';
import { assets, published } from './figures/published-tables.projection.js';
import { calendar } from './member-snapshots/calendar.projection.js';
import { assetsOwned, memberSnapshots } from './member-snapshots/member-snapshots.projection.js';
import { memberSnapshotsDeclared, memberSnapshotsDerivation } from './member-snapshots/member-snapshots.derivation.js';
import type { PublishingSecret } from '@superscope/domain/publishing/record-key';
import type { Derivation } from './runtime/deriving/derivation.js';
import type { Projection } from './runtime/writing/projection.js';

const ofPlansAndPeople: readonly Projection[] = [
  platforms,
  providers,
  plans,
  memberCategories,
  planPlatforms,
  companies,
  members,
  memberEvents,
  memberEventRuns,
  contactRequests,
  campaigns,
  campaignRows,
  campaignEngagement,
  users,
  signIns,
  accessEntries,
  imports,
  news,
  maintenance,
  watches,
  assets,
  published,
  figures,
  calendar,
  closings,
  memberSnapshots,
  assetsOwned,
  planDigests,
];

/** Every read model. What is not here is not shown anywhere. */
export const projections: readonly Projection[] = [
  ...ofPlansAndPeople,
  streamEvents,
  eventHistory({ projections: ofPlansAndPeople, derived: [memberSnapshotsDeclared] }),
];

/** Everything that is derived. `secret` makes record keys and factored dollars. */
export const derivations = (secret: PublishingSecret): readonly Derivation[] => [memberSnapshotsDerivation(secret)];
