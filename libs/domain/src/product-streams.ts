import { accessStream } from './access/access.js';
import { assetsOwnedStream } from './assets-owned/assets-owned.js';
import { calendarStream } from './calendar/calendar.js';
import { campaignStream } from './campaign/campaign.js';
import { companyStream } from './company/company.js';
import { csvImportStream } from './csv-import/csv-import.js';
import { benchmarksStream, superParametersStream } from './dated-figures/dated-figures.js';
import type { DomainEvent, StreamDefinition } from './event.js';
import { memberSnapshotsStream } from './member-snapshots/member-snapshots.js';
import { memberStream } from './member/member.js';
import { planStream } from './plan/plan.js';
import { platformStream } from './platform/platform.js';
import { providerStream } from './provider/provider.js';
import { assetsStream, feesStream, insuranceRatesStream } from './published-table/published-table.js';
import { administratorsStream, loginStream, userStream } from './user/user.js';

// The fold's types differ by stream; whoever walks this list only needs names and whose personal fields an event carries.
type AnyStream = Pick<StreamDefinition<unknown, DomainEvent>, 'category'> & {
  readonly personOf?: Readonly<Record<string, ((data: never) => string) | undefined>>;
};

/** Every stream category of the product: the codec learns from it whose key encrypts an event. */
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
  memberSnapshotsStream,
  memberStream,
  planStream,
  platformStream,
  providerStream,
  superParametersStream,
  userStream,
];
