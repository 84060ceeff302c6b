import type { Outcome } from '@superscope/domain/csv-import/csv-import';
import { innerId } from '@superscope/domain/outside-id';
import type { PublishedChunk } from '@superscope/domain/published-table/published-table';
import type { IssuedToken } from '@superscope/domain/user/user.events';
import type { ReadModel } from '@superscope/contracts/changes';
import type { RecordedEvent } from '@superscope/event-store/recorded-event';
import {
  allMonths,
  recordedAt,
  type DocumentWrite,
  type Projection,
  type ViewCollection,
} from '../runtime/projection.js';

const documentsOf = (
  readModel: ReadModel,
  collection: ViewCollection,
  idField: string,
  sets: Record<string, (event: RecordedEvent<never>) => Record<string, unknown>>,
): Projection => ({
  readModel,
  handles: Object.keys(sets),
  project: (event) => {
    const data = event.data as Record<string, string>;
    const write: DocumentWrite = {
      collection,
      id: data[idField]!,
      revision: event.revision,
      set: sets[event.type]!(event as RecordedEvent<never>),
    };
    return { documents: [write], planId: data['planId'] ?? null };
  },
});

type Of<Data> = (event: RecordedEvent<Data>) => Record<string, unknown>;

/** The event's own fields, as they are. */
const whole: Of<object> = (event) => ({ ...event.data });

export const platforms = documentsOf('platforms', 'platforms', 'platformId', {
  PlatformRegistered: whole,
  PlatformDetailsRevised: whole,
});

export const providers = documentsOf('providers', 'providers', 'providerId', {
  ProviderRegistered: whole,
  ProviderDetailsRevised: whole,
});

const category: Of<{ categoryId: string }> = (event) => ({ [`categories.${event.data.categoryId}`]: event.data });

const planDocuments = documentsOf('plans', 'plans', 'planId', {
  PlanRegistered: whole,
  PlanDetailsRevised: whole,
  PlanClosed: (event: RecordedEvent<{ on: string }>) => ({ closedOn: event.data.on }),
  PlanReopened: () => ({ closedOn: null }),
  PlanPublished: (event) => ({ [`publishedAt.r${event.revision}`]: recordedAt(event) }),
  MemberCategoryDefined: category,
  MemberCategoryRevised: category,
});

const changesEveryMonth = new Set(['PlanRegistered', 'PlanClosed', 'PlanReopened', 'PlanPublished']);

/** A closed plan no longer carries its newest snapshot into later months; reopened, it does again. Published, its closed months count what is known by now. */
export const plans: Projection = {
  ...planDocuments,
  project: (event) => {
    const projected = planDocuments.project(event);
    // Registered: what came before the plan itself (assets of its platform, months) could not reach it.
    if (!changesEveryMonth.has(event.type)) return projected;
    const { planId } = event.data as { planId: string };
    return { ...projected, dirty: [{ plans: { planId }, ...allMonths, memberId: null }] };
  },
};

export const companies = documentsOf('companies', 'companies', 'companyId', {
  CompanyRegistered: whole,
  CompanyDetailsRevised: whole,
  CompanyDeactivated: () => ({ active: false }),
});

export const campaigns = documentsOf('campaigns', 'campaigns', 'campaignId', {
  CampaignRun: (event) => ({ ...(event.data as object), cancelled: false }),
  CampaignDetailsRevised: (event) => ({ ...(event.data as object), cancelled: false }),
  CampaignCancelled: () => ({ cancelled: true }),
});

/** Who has an account. Sign-in reads the user's stream instead: no view holds the hash of a password or of a token. */
export const users = documentsOf('users', 'users', 'userId', {
  UserRegistered: (event) => ({ ...(event.data as object), active: true }),
  UserDetailsRevised: whole,
  UserPasswordSet: (event) => ({ passwordSetAt: event.created }),
  UserActivated: () => ({ active: true }),
  UserDeactivated: () => ({ active: false }),
  ApplicationTokenIssued: ({ data }: RecordedEvent<IssuedToken>) => {
    const { tokenId, label, issuedAt, expiresAt } = data;
    return { [`tokens.${tokenId}`]: { label, issuedAt, expiresAt, revokedAt: null } };
  },
  ApplicationTokenRevoked: ({ data }: RecordedEvent<{ tokenId: string; revokedAt: string }>) => ({
    [`tokens.${data.tokenId}.revokedAt`]: data.revokedAt,
  }),
});

const outcomeOf = ({ written = 0, skipped = 0, refused = 0, errors = [] }: Partial<Outcome>) => ({
  ...{ written, skipped, refused, errors },
});

export const imports = documentsOf('imports', 'imports', 'importId', {
  ImportAccepted: (event) => ({
    ...(event.data as object),
    state: 'running',
    done: 0,
    written: 0,
    skipped: 0,
    message: null,
    acceptedAt: event.created,
  }),
  ImportProgressed: (event: RecordedEvent<{ rows: number }>) => ({ done: event.data.rows }),
  ImportCompleted: (event: RecordedEvent<Outcome & { rows: number }>) => ({
    state: 'completed',
    done: event.data.rows,
    ...outcomeOf(event.data),
  }),
  ImportFailed: (event: RecordedEvent<Partial<Outcome> & { message: string }>) => ({
    state: 'failed',
    message: event.data.message,
    ...outcomeOf(event.data),
  }),
});

/** Investment options: growth percentages of a data date, for members whose snapshot has no growth exposure of its own. */
export const assets: Projection = {
  readModel: 'figures',
  handles: ['AssetsPublished'],
  project: (event) => {
    const { ownerId, validFrom, importId, index, chunks, rows } = event.data as PublishedChunk;
    return {
      // One document a chunk, and each publication's beside those of the same date before it: the newest that is whole counts.
      documents: [
        {
          collection: 'assets',
          id: innerId(ownerId, `${validFrom}.${importId}.${index}`),
          revision: event.revision,
          set: {
            platformId: ownerId,
            dataDate: validFrom,
            importId,
            index,
            chunks,
            rows,
            recordedAt: recordedAt(event),
          },
        },
      ],
      // Months before its date, too: those before the first date use the first, and which that is may become another.
      dirty: [{ plans: { platformId: ownerId }, ...allMonths, memberId: null }],
    };
  },
};

const publishedAs: Record<string, string> = {
  FeesPublished: 'fees',
  InsuranceRatesPublished: 'insuranceRates',
  OccupationFactorsPublished: 'occupationFactors',
};

/** Fees, premium rates and occupation factors, in documents as assets are. */
export const published: Projection = {
  readModel: 'figures',
  handles: Object.keys(publishedAs),
  project: (event) => {
    const { ownerId, validFrom, importId, index, chunks, rows } = event.data as PublishedChunk;
    const table = publishedAs[event.type]!;
    return {
      documents: [
        {
          collection: 'published',
          id: `${table} ${innerId(ownerId, `${validFrom}.${importId}.${index}`)}`,
          revision: event.revision,
          set: { table, ownerId, validFrom, importId, index, chunks, rows, recordedAt: recordedAt(event) },
        },
      ],
    };
  },
};
