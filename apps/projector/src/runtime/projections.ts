import { campaignEngagement, campaignRows } from '../activity/campaigns.projection.js';
import { contactRequests, memberEvents, members } from '../activity/member-facts.projection.js';
import {
  assets,
  campaigns,
  companies,
  imports,
  plans,
  platforms,
  providers,
  published,
  users,
} from '../documents/documents.projection.js';
import { calendar, closings, figures } from '../figures/figures.projection.js';
import { assetsOwned, memberSnapshots } from '../member-snapshots/member-snapshots.projection.js';
import type { Projection } from './projection.js';

/** Every read model. What is not here is not shown anywhere. */
export const projections: readonly Projection[] = [
  platforms,
  providers,
  plans,
  companies,
  members,
  memberEvents,
  contactRequests,
  campaigns,
  campaignRows,
  campaignEngagement,
  users,
  imports,
  assets,
  published,
  figures,
  calendar,
  closings,
  memberSnapshots,
  assetsOwned,
];
