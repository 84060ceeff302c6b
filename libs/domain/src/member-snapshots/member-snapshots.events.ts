import type { DomainEvent } from '../event.js';

/**
 * One member's position at a month's end, as stored in a chunk. Positional, because a plan-month has thousands of them:
 * the order below is a storage format and only ever grows at its end. Money is integer cents; covers and balances are
 * those at month end, contributions, fees and premiums those of the month, salary a year. Blank in the file is null.
 */
export type SnapshotRow = readonly [
  memberId: string,
  salaryCents: number | null,
  totalAssetsOwnedCents: number | null,
  employerContributionsCents: number | null,
  salarySacrificeCents: number | null,
  personalContributionsCents: number | null,
  feesCents: number | null,
  insurancePremiumCents: number | null,
  deathCoverCents: number | null,
  tpdCoverCents: number | null,
  /** SCI cover is a benefit a month. */
  sciCoverCents: number | null,
  deathPremiumCents: number | null,
  tpdPremiumCents: number | null,
  sciPremiumCents: number | null,
  riskProfileName: string | null,
  growthExposurePercent: number | null,
  lifecycleInvestment: boolean | null,
  beneficiaryNominationType: string | null,
  nominationDate: string | null,
  nominationLapsing: boolean | null,
  /** yyyy-MM-dd */
  lastLogin: string | null,
];

interface OfImport {
  importId: string;
  planId: string;
  /** yyyy-MM */
  month: string;
}

/** A whole plan-month is replaced at once: its rows count only from `MemberSnapshotsCompleted` on. */
export type MemberSnapshotsEvent =
  | DomainEvent<'MemberSnapshotsBegun', OfImport & { rows: number }>
  | DomainEvent<'MemberSnapshotsChunkImported', OfImport & { index: number; rows: readonly SnapshotRow[] }>
  | DomainEvent<
      'MemberSnapshotsCompleted',
      OfImport & { rows: number; chunks: number; /** SHA-256 of the rows in member order. */ digest: string }
    >
  | DomainEvent<'SnapshotImportWithdrawn', OfImport>;
