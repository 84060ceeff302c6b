import type { AccessEvent } from './access/access.js';
import type { AssetsOwnedEvent } from './assets-owned/assets-owned.js';
import type { CalendarEvent } from './calendar/calendar.js';
import type { CampaignEvent } from './campaign/campaign.js';
import { engagementSteps } from './campaign/campaign.js';
import type { CompanyEvent } from './company/company.js';
import type { CsvImportEvent } from './csv-import/csv-import.js';
import type { BenchmarksEvent, SuperParametersEvent } from './dated-figures/dated-figures.js';
import type { DomainEvent } from './event.js';
import type { MemberSnapshotsEvent } from './member-snapshots/member-snapshots.events.js';
import { planMonthId } from './member-snapshots/member-snapshots.js';
import type { MemberActivity, MemberEvent } from './member/member.events.js';
import { activityTypes, consolidationOutcomes, contactReasons, type ActivityType } from './member/member.events.js';
import type { PlanEvent } from './plan/plan.events.js';
import type { PlatformEvent } from './platform/platform.js';
import type { ProviderEvent } from './provider/provider.js';
import type { PublishedChunk } from './published-table/published-table.js';
import {
  addedLater,
  count,
  day,
  decimal,
  dictionary,
  flag,
  id,
  instant,
  integer,
  listOf,
  misfit,
  month,
  oneOf,
  orNull,
  record,
  row,
  scalar,
  text,
  type Shape,
} from './shape.js';
import type { AdministratorsEvent, LoginEvent, UserEvent } from './user/user.events.js';
import { roles } from './user/user.events.js';

type Fields<Data> = { readonly [Name in keyof Data]-?: Shape<Data[Name]> };

/** The fields of each event of a stream, as they are stored; personal ones in the clear, or the word that stands for erased ones. */
type ShapesOf<Event extends DomainEvent> = {
  readonly [Type in Event['type']]: Fields<Extract<Event, { type: Type }>['data']>;
};

const maybe = { text: orNull(text), id: orNull(id), day: orNull(day), cents: orNull(integer), flag: orNull(flag) };

const access: ShapesOf<AccessEvent> = {
  AccessRecorded: {
    entries: listOf(
      record({
        ...{ userId: maybe.text, role: orNull(oneOf(roles)), at: instant, address: maybe.text, action: text },
        ...{ object: maybe.text, planId: maybe.text, rows: orNull(count) },
        ...{ filter: addedLater(dictionary(text)), members: addedLater(listOf(text)) },
        outcome: oneOf(['ok', 'refused', 'failed']),
      }),
    ),
  },
};

const administrators: ShapesOf<AdministratorsEvent> = {
  AdministratorAdded: { userId: text },
  AdministratorRemoved: { userId: text },
};

const login: ShapesOf<LoginEvent> = { LoginReserved: { userId: text }, LoginReleased: { userId: text } };

const registration: ShapesOf<UserEvent>['UserRegistered'] = {
  ...{ userId: text, role: oneOf(roles), emailCode: flag },
  context: orNull(record({ kind: oneOf(['company', 'provider', 'plan', 'allPlans']), id: maybe.text })),
  personal: record({ username: text, name: maybe.text, email: maybe.text }),
};
const user: ShapesOf<UserEvent> = {
  UserRegistered: registration,
  UserDetailsRevised: registration,
  UserPasswordSet: { userId: text, sealedHash: text },
  UserActivated: { userId: text },
  UserDeactivated: { userId: text },
  UserSignInLocked: { userId: text, until: instant },
  ApplicationTokenIssued: {
    ...{ userId: text, tokenId: id, secretHash: text, label: text, issuedAt: instant, expiresAt: orNull(instant) },
  },
  ApplicationTokenRevoked: { userId: text, tokenId: id, revokedAt: instant },
};

const provider: ShapesOf<ProviderEvent> = {
  ProviderRegistered: { providerId: id, name: text, abn: maybe.text },
  ProviderDetailsRevised: { providerId: id, name: text, abn: maybe.text },
};

const platformDetails: ShapesOf<PlatformEvent>['PlatformRegistered'] = {
  ...{ platformId: id, name: text, shortName: text, providerId: id, trusteeName: maybe.text },
  ...{ trusteeAbn: maybe.text, trusteeAfsl: maybe.text, microsite: maybe.text },
};
const platform: ShapesOf<PlatformEvent> = {
  PlatformRegistered: platformDetails,
  PlatformDetailsRevised: platformDetails,
};

const planDetails: ShapesOf<PlanEvent>['PlanRegistered'] = {
  ...{ planId: id, platformId: id, name: text, shortName: text, startDate: day },
  ...{ superScoreClient: flag, relationshipManager: maybe.text },
};
const category: ShapesOf<PlanEvent>['MemberCategoryDefined'] = {
  ...{ planId: id, categoryId: id, name: text, active: flag, deathFormula: maybe.text, tpdFormula: maybe.text },
  ...{ sciPercent: orNull(decimal), deathTpdAalCents: maybe.cents, sciAalCents: maybe.cents },
  ...{ sciWaitDays: orNull(count), sciBenefitPeriod: maybe.text },
};
const plan: ShapesOf<PlanEvent> = {
  PlanRegistered: planDetails,
  PlanDetailsRevised: planDetails,
  PlanClosed: { planId: id, on: day },
  PlanReopened: { planId: id },
  PlanPublished: { planId: id },
  MemberCategoryDefined: category,
  MemberCategoryRevised: category,
};

const companyDetails: ShapesOf<CompanyEvent>['CompanyRegistered'] = {
  ...{ companyId: id, planId: id, name: text, abn: maybe.text, industry: maybe.text, active: flag },
};
const company: ShapesOf<CompanyEvent> = {
  CompanyRegistered: companyDetails,
  CompanyDetailsRevised: companyDetails,
  CompanyDeactivated: { companyId: id, on: day },
};

const campaignDetails: ShapesOf<CampaignEvent>['CampaignRun'] = {
  ...{ campaignId: id, planId: id, campaignType: text, name: text, runDate: day },
};
const campaign: ShapesOf<CampaignEvent> = {
  CampaignRun: campaignDetails,
  CampaignDetailsRevised: campaignDetails,
  CampaignCancelled: { campaignId: id, planId: addedLater(id) },
  CampaignEngagementImported: {
    ...{ campaignId: id, planId: addedLater(id), importId: id },
    rows: listOf(row(id, oneOf(engagementSteps), instant)),
  },
};

const memberDetails: ShapesOf<MemberEvent>['MemberRegistered'] = {
  ...{ memberId: id, platformId: id, planId: id, companyId: id, categoryId: maybe.id },
  ...{ birthMonth: orNull(month), gender: orNull(oneOf(['Male', 'Female', 'Other'])), addressState: maybe.text },
  ...{ accountType: maybe.text, occupationalRating: maybe.text, joinDate: maybe.day, exitDate: maybe.day },
  ...{ emailAddressProvided: flag, mobileNumberProvided: flag, taxFileNumberProvided: flag },
  // Not dates and addresses: of who was erased these are words.
  personal: record({
    ...{ memberNumber: text, login: maybe.text, surname: maybe.text, givenName: maybe.text },
    ...{ dateOfBirth: maybe.text, emailAddress: maybe.text, mobileNumber: maybe.text },
  }),
};
const activity: Fields<MemberActivity> = {
  ...{ memberId: id, effectiveDate: day, consultant: maybe.text, valid: maybe.flag, amountCents: maybe.cents },
  outcome: orNull(oneOf(consolidationOutcomes)),
  personal: record({ notes: maybe.text, fundName: maybe.text }),
};
const member: ShapesOf<MemberEvent> = {
  MemberRegistered: memberDetails,
  MemberDetailsRevised: memberDetails,
  MemberMoved: { memberId: id, planId: id, companyId: id, categoryId: maybe.id, on: day },
  MemberLeft: { memberId: id, on: day },
  MemberErased: { memberId: id },
  ContactRequested: { memberId: id, planId: id, at: instant, reason: oneOf(contactReasons), status: maybe.text },
  ...(Object.fromEntries(activityTypes.map((type) => [type, activity])) as Record<ActivityType, typeof activity>),
};

const ofImport = { importId: id, planId: id, month };
const cents = maybe.cents;
const memberSnapshots: ShapesOf<MemberSnapshotsEvent> = {
  MemberSnapshotsBegun: { ...ofImport, rows: count },
  MemberSnapshotsChunkImported: {
    ...ofImport,
    index: count,
    rows: listOf(
      row(
        ...([id, cents, cents, cents, cents, cents, cents, cents, cents, cents, cents, cents, cents, cents] as const),
        ...([maybe.text, orNull(decimal), maybe.flag, maybe.text, maybe.day, maybe.flag, maybe.day] as const),
      ),
    ),
  },
  MemberSnapshotsCompleted: { ...ofImport, rows: count, chunks: count, digest: text },
  SnapshotImportWithdrawn: ofImport,
};
const assetsOwned: ShapesOf<AssetsOwnedEvent> = {
  AssetsOwnedBegun: { ...ofImport, rows: count },
  AssetsOwnedChunkImported: { ...ofImport, index: count, rows: listOf(row(id, text, integer)) },
  AssetsOwnedCompleted: { ...ofImport, rows: count, chunks: count, digest: text },
  AssetsOwnedImportWithdrawn: ofImport,
};

const publishedChunk: Fields<PublishedChunk> = {
  ...{ importId: id, ownerId: id, validFrom: day, index: count, chunks: count, digest: text },
  rows: listOf(dictionary(scalar)),
};

const benchmarks: ShapesOf<BenchmarksEvent> = {
  BenchmarksPublished: {
    rows: listOf(
      record({
        ...{ kind: oneOf(['PEER', 'ASFA']), birthYearOrAge: integer, gender: orNull(oneOf(['Male', 'Female'])) },
        ...{ amountCents: integer, validFrom: day },
      }),
    ),
  },
};
const superParameters: ShapesOf<SuperParametersEvent> = {
  SuperParametersSet: { rows: listOf(record({ name: text, value: decimal, validFrom: day })) },
};
const calendar: ShapesOf<CalendarEvent> = { MonthOpened: { month }, MonthClosed: { month } };

const refusals = {
  refused: addedLater(count),
  errors: addedLater(listOf(record({ line: orNull(count), column: maybe.text, message: text }))),
};
const imports: ShapesOf<CsvImportEvent> = {
  ImportAccepted: {
    ...{ importId: id, table: text, platformId: maybe.id, planId: maybe.id, fileSha256: text, fileName: text },
    ...{ rows: count, startedBy: text },
  },
  ImportProgressed: { importId: id, rows: count },
  ImportCompleted: { importId: id, rows: count, written: count, skipped: count, ...refusals },
  ImportFailed: {
    ...{ importId: id, message: text, written: addedLater(count), skipped: addedLater(count) },
    ...refusals,
  },
};

type EventShapes = Readonly<Record<string, Readonly<Record<string, Shape<unknown>>>>>;

/** A stream category: its events, and the id that the stream of such an event has, where the event says it. */
interface Category {
  events: EventShapes;
  idOf?: (data: never) => string;
}

const field =
  <Name extends string>(name: Name) =>
  (data: Record<Name, string>) =>
    data[name];
const planMonth = (data: { planId: string; month: string }) => planMonthId(data.planId, data.month);
const ofOwner = field('ownerId');

const shapes = {
  access: { events: access },
  administrators: { events: administrators },
  assets: { events: { AssetsPublished: publishedChunk }, idOf: ofOwner },
  assetsOwned: { events: assetsOwned, idOf: planMonth },
  benchmarks: { events: benchmarks },
  calendar: { events: calendar },
  campaign: { events: campaign, idOf: field('campaignId') },
  company: { events: company, idOf: field('companyId') },
  fees: { events: { FeesPublished: publishedChunk }, idOf: ofOwner },
  import: { events: imports, idOf: field('importId') },
  insuranceRates: {
    events: { InsuranceRatesPublished: publishedChunk, OccupationFactorsPublished: publishedChunk },
    idOf: ofOwner,
  },
  login: { events: login },
  member: { events: member, idOf: field('memberId') },
  memberSnapshots: { events: memberSnapshots, idOf: planMonth },
  plan: { events: plan, idOf: field('planId') },
  platform: { events: platform, idOf: field('platformId') },
  provider: { events: provider, idOf: field('providerId') },
  superParameters: { events: superParameters },
  user: { events: user, idOf: field('userId') },
} satisfies Record<string, Category>;

const categories = new Map<string, Category>(Object.entries(shapes));
const known = new Set([...categories.values()].flatMap(({ events }) => Object.keys(events)));

/**
 * Why an event can not be one that this product wrote, or null. It names fields and never quotes them. A type that the product
 * does not know is nobody's and passes: whoever folds a stream ignores it.
 */
export function misfitOf(stream: string, type: string, data: unknown): string | null {
  const dash = stream.indexOf('-');
  const { events, idOf } = categories.get(dash === -1 ? stream : stream.slice(0, dash)) ?? { events: {} };
  const fields = Object.hasOwn(events, type) ? events[type]! : null;
  if (fields === null) return known.has(type) ? 'its type is not one of its stream' : null;
  const name = misfit(fields, data);
  if (name === '') return 'its data has no fields';
  if (name !== null) return `its field ${name} is not as an event of its type has it`;
  if (idOf !== undefined && idOf(data as never) !== stream.slice(dash + 1)) return 'it is about another stream';
  return null;
}

/** The stream categories whose events have a shape. */
export const shapedCategories: readonly string[] = [...categories.keys()];
