import { documentViews } from './read-models/read-models.js';

export type StoredDatabase = 'views' | 'ops' | 'files' | 'vault';

/** An index of MongoDB. The schema step makes it; a server that needs it does not. */
export interface StoredIndex {
  readonly database: StoredDatabase;
  readonly collection: string;
  readonly key: Readonly<Record<string, 1 | -1>>;
  /** Documents are removed this many seconds after the date in the key. */
  readonly expireAfterSeconds?: number;
  readonly sparse?: true;
  readonly unique?: true;
}

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** For how long documents that expire by themselves are kept, in seconds. */
export const keptSeconds = {
  pendingAuthenticators: 10 * minute,
  authenticatorTries: 10 * minute,
  passkeyChallenges: 5 * minute,
  passwordResetTokens: hour,
  sessions: 12 * hour,
  signInAttempts: hour,
  signInDevices: 365 * day,
  importsWritten: day,
  /** Addresses are personal, so the list serves to find out what happened to a mail, not as an archive. */
  importQuestions: day,
  outbox: 30 * day,
  alertMessages: 30 * day,
  oneCentralProgress: hour,
  unknownProxies: 7 * day,
  sameReportRequests: minute,
  salesforceProgress: 7 * day,
  watchMails: 30 * day,
  madeFiles: 30 * day,
  workProgress: hour,
  /** Longer than any api needs to catch up. After that an api reads everything again. */
  changes: hour,
  projectors: minute,
  processes: 15 * minute,
} as const;

const expiring = (collection: string, expireAfterSeconds: number, field = 'at'): StoredIndex => ({
  database: 'ops',
  collection,
  key: { [field]: 1 },
  expireAfterSeconds,
});

const inOps: readonly StoredIndex[] = [
  expiring('alert_messages', keptSeconds.alertMessages, 'createdAt'),
  expiring('authenticators_pending', keptSeconds.pendingAuthenticators),
  expiring('authenticator_tries', keptSeconds.authenticatorTries),
  expiring('documentTokens', 0, 'endsAt'),
  expiring('passkey_challenges', keptSeconds.passkeyChallenges),
  expiring('password_reset_tokens', keptSeconds.passwordResetTokens),
  { database: 'ops', collection: 'password_reset_tokens', key: { userId: 1 } },
  expiring('sessions', keptSeconds.sessions, 'createdAt'),
  { database: 'ops', collection: 'sessions', key: { userId: 1 } },
  expiring('sign_in_attempts', keptSeconds.signInAttempts),
  { database: 'ops', collection: 'sign_in_attempts', key: { loginId: 1 } },
  expiring('sign_in_devices', keptSeconds.signInDevices),
  expiring('import_questions', keptSeconds.importQuestions),
  expiring('imports_written', keptSeconds.importsWritten),
  { database: 'ops', collection: 'outbox', key: { at: -1 }, expireAfterSeconds: keptSeconds.outbox },
  expiring('onecentral_progress', keptSeconds.oneCentralProgress),
  { database: 'ops', collection: 'onecentral_ledger', key: { firstSeenAt: -1 } },
  { database: 'ops', collection: 'onecentral_ledger', key: { place: 1 } },
  { database: 'ops', collection: 'onecentral_ledger', key: { contentHash: 1 } },
  expiring('unknown_proxies', keptSeconds.unknownProxies),
  expiring('report_requests', keptSeconds.sameReportRequests),
  expiring('salesforce_progress', keptSeconds.salesforceProgress),
  expiring('watch_mails', keptSeconds.watchMails),
  expiring('downloads', keptSeconds.madeFiles),
  expiring('workProgress', keptSeconds.workProgress),
  expiring('changes', keptSeconds.changes),
  expiring('projectors', keptSeconds.projectors),
  expiring('processes', keptSeconds.processes),
  { database: 'ops', collection: 'dead_letters', key: { state: 1, firstAt: 1 } },
  { database: 'ops', collection: 'dead_letters', key: { stream: 1 } },
];

const ofViews: readonly StoredIndex[] = documentViews.flatMap(({ collection, indexes }) =>
  indexes.map((key): StoredIndex => ({ database: 'views', collection, key })),
);

/** Every index that this version wants. */
export const storedIndexes: readonly StoredIndex[] = [
  ...ofViews,
  { database: 'views', collection: 'dirty', key: { planId: 1 } },
  ...inOps,
  // Of two uploads of the same request, one is kept.
  { database: 'files', collection: 'imports.files', key: { 'metadata.keptAs': 1 }, sparse: true, unique: true },
  { database: 'files', collection: 'onecentral.files', key: { uploadDate: 1 } },
  { database: 'files', collection: 'made.files', key: { 'metadata.madeAt': 1 } },
  { database: 'vault', collection: 'personKeys', key: { destroyedAt: 1 }, sparse: true },
];
