import { accessStream } from './access/access.js';
import { assetsOwnedStream } from './assets-owned/assets-owned.js';
import { calendarStream } from './calendar/calendar.js';
import { campaignStream } from './campaign/campaign.js';
import { companyStream } from './company/company.js';
import { csvImportStream } from './csv-import/csv-import.js';
import { benchmarksStream, superParametersStream } from './dated-figures/dated-figures.js';
import type { DomainEvent, StreamDefinition, Upcast } from './event.js';
import { maintenanceStream } from './maintenance/maintenance.js';
import { memberSnapshotsStream } from './member-snapshots/member-snapshots.js';
import { memberStream } from './member/member.js';
import { newsStream } from './news/news.js';
import { planDigestsStream } from './plan-digests/plan-digests.js';
import { planStream } from './plan/plan.js';
import { platformStream } from './platform/platform.js';
import { providerStream } from './provider/provider.js';
import { assetsStream, feesStream, insuranceRatesStream } from './published-table/published-table.js';
import type { Shape } from './shape.js';
import { secondFactorStream } from './user/second-factor.js';
import { administratorsStream, loginStream, userStream } from './user/user.js';
import { watchStream } from './watch/watch.js';

// States and events differ by stream, so this type has only the fields that the codec needs.
export type AnyStream = Pick<StreamDefinition<unknown, DomainEvent>, 'category'> & {
  readonly initial?: unknown;
  readonly evolve?: (state: never, event: never) => unknown;
  readonly shapes: Readonly<Record<string, Readonly<Record<string, Shape<unknown>>>>>;
  readonly idOf?: (data: never) => string;
  readonly personOf?: Readonly<Record<string, ((data: never) => string) | undefined>>;
  readonly upcasters?: Readonly<Record<string, readonly Upcast[] | undefined>>;
};

/**
 * Every stream category of the product. The codec takes shapes, upcasters and the owners of personal fields from this list. A new
 * aggregate needs its folder and a line here.
 */
export const productStreams: readonly AnyStream[] = [
  accessStream,
  administratorsStream,
  assetsOwnedStream,
  assetsStream,
  benchmarksStream,
  calendarStream,
  campaignStream,
  companyStream,
  csvImportStream,
  feesStream,
  insuranceRatesStream,
  loginStream,
  maintenanceStream,
  memberSnapshotsStream,
  memberStream,
  newsStream,
  planDigestsStream,
  planStream,
  platformStream,
  providerStream,
  secondFactorStream,
  superParametersStream,
  userStream,
  watchStream,
];
