import { asOfIdleMinutes } from '@superscope/contracts/as-of-views';
import { leastPasswordLength } from '@superscope/contracts/password-rule';
import { readSettings } from '@superscope/event-store/connection/settings';
import { z } from 'zod';
import { proofSettings } from './platform/settings/proof-settings.js';
import { salesforceSettings } from './platform/settings/salesforce-settings.js';
import { checkUatSettings } from './platform/settings/uat-settings.js';
import { signOnSettings } from './platform/settings/sign-on-settings.js';

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');

/** A URL that a browser may open: http or https, so no script. */
const webAddress = z.url({ protocol: /^https?$/ });

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Loopback by default. */
  HOST: z.string().min(1).default('127.0.0.1'),
  EVENTSTORE_URL: z.string().min(1),
  MONGODB_URL: z.string().min(1),
  VAULT_MONGODB_URL: z.string().min(1).optional(),
  CLICKHOUSE_URL: z.url(),
  /** A view of a plan at a past moment is removed if it was not read for this long. Projectors read the same setting. */
  SUPERSCOPE_HISTORY_IDLE_MINUTES: z.coerce.number().int().min(1).max(100_000).default(asOfIdleMinutes),
  /**
   * Ed25519 key (PEM) that signs the history, preferably given as SUPERSCOPE_HISTORY_KEY_FILE, and the folder for signed heads. Without
   * both, nothing is signed.
   */
  SUPERSCOPE_HISTORY_KEY: z.string().min(1).optional(),
  SUPERSCOPE_HISTORY_HEADS: z.string().min(1).optional(),
  /** How long a query about figures may take before it is stopped and answered with 504. */
  SUPERSCOPE_QUERY_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(600).default(30),
  /** File with the master key and former ones, one per line, the current one first. It is read again when it changes. */
  SUPERSCOPE_MASTER_KEY_FILE: z.string().min(1).optional(),
  /** The master key if there is no file: 32 bytes in base64. Former keys are separated by commas. */
  SUPERSCOPE_MASTER_KEY: z.string().min(1).optional(),
  SUPERSCOPE_PREVIOUS_MASTER_KEYS: z.string().min(1).optional(),
  /** The data folder of `npm start`, whose disk the doctor looks at. */
  SUPERSCOPE_DATA: z.string().min(1).optional(),
  /** A folder whose newest entry, or a file, was written by the newest backup. The doctor looks at its age. */
  SUPERSCOPE_BACKUPS: z.string().min(1).optional(),
  /** Folder of the built web client. Without it only the api is served. */
  SUPERSCOPE_WEB: z.string().min(1).optional(),
  /** The address of the portal in mails and redirects, and on reports, which print no address of this machine. */
  SUPERSCOPE_PUBLIC_URL: z.url().default('http://localhost:3000'),
  /** Whether cookies are sent over TLS only. */
  SUPERSCOPE_SECURE_COOKIES: flag,
  /** A message for everybody in the header and on the sign-in screen, shown while no maintenance is announced. */
  SUPERSCOPE_MAINTENANCE_MESSAGE: z.string().max(500).optional(),
  /** The operator's pages, linked below the sign-in form. Without a setting the product's own page is linked. */
  ABOUT_URL: webAddress.optional(),
  CONTACT_URL: webAddress.optional(),
  PRIVACY_URL: webAddress.optional(),
  /** The risk profiler, which consultants open for a member. Without it the button says that there is none. */
  RISK_PROFILER_URL: webAddress.optional(),
  /** Folder in which OneCentral leaves files to import. Without it there is no inbox. */
  ONECENTRAL_INBOX: z.string().min(1).optional(),
  /** Addresses of proxies whose X-Forwarded-For is trusted, separated by commas. */
  SUPERSCOPE_TRUSTED_PROXIES: z.string().optional(),
  /**
   * Token that allows reading metrics and the API's description without a session, preferably given as SUPERSCOPE_MONITORING_TOKEN_FILE.
   */
  SUPERSCOPE_MONITORING_TOKEN: z.string().min(20).optional(),
  /** The issuer of the OpenID Connect provider for staff single sign-on. Without it the Staff button says that there is none. */
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  /** Preferably given as OIDC_CLIENT_SECRET_FILE. */
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_SCOPE: z.string().min(1).default('openid profile email'),
  /** The claim whose values OIDC_ROLES maps to roles: text, or a list of texts. */
  OIDC_ROLE_CLAIM: z.string().min(1).default('roles'),
  /** Such as `portal-admins=Admin,portal-staff=Staff,advisers=AuthorizedRep:provider:TALLOWOOD`. The first match counts. */
  OIDC_ROLES: z.string().min(1).optional(),
  /**
   * The renderer that makes files from pages, and its secret, preferably given as RENDERER_SECRET_FILE. Without them no files are made.
   */
  RENDERER_URL: z.url({ protocol: /^https?$/ }).optional(),
  RENDERER_SECRET: z.string().min(20).optional(),
  /** The address of the fund's My Domain at Salesforce. Without it exports are made for download only. */
  SALESFORCE_URL: z.url({ protocol: /^https?$/ }).optional(),
  SALESFORCE_CLIENT_ID: z.string().min(1).optional(),
  /** Preferably given as SALESFORCE_CLIENT_SECRET_FILE. */
  SALESFORCE_CLIENT_SECRET: z.string().min(1).optional(),
  /**
   * The Prometheus whose alerts Developer Operations shows, preferably given as PROMETHEUS_URL_FILE if it holds a password. Without it the
   * product's own checks are shown.
   */
  PROMETHEUS_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** The mail server. Without it mails are only stored in the outbox, which operations can read. */
  /**
   * The host name of the production portal. Where it is that of SUPERSCOPE_PUBLIC_URL, staff can send the documents of microsites to UAT_URL
   * with the token of an Application there, preferably given as UAT_TOKEN_FILE; only where it is another one does this host take documents.
   */
  PRODUCTION_HOST: z
    .hostname('PRODUCTION_HOST is a host name such as portal.example.com, without https:// and port.')
    .optional(),
  UAT_URL: webAddress.optional(),
  UAT_TOKEN: z.string().min(20).optional(),
  SMTP_URL: z.string().min(1).optional(),
  /** For development: webhooks of alerts may go to this machine, also by http. The doctor says so. */
  SUPERSCOPE_ALERT_LOOPBACK: flag,
  MAIL_FROM: z.string().min(1).default('Superscope <no-reply@superscope.example>'),
  /** Demo mode: demo accounts may exist, and mails are printed. */
  SUPERSCOPE_DEMO: flag,
  /** Password of the demo accounts, which are created if they do not exist yet. */
  SUPERSCOPE_DEMO_PASSWORD: z.string().min(leastPasswordLength).optional(),
  /** Password of the first Admin, who is created if there is no account of that name. */
  SUPERSCOPE_ADMIN_PASSWORD: z.string().min(leastPasswordLength).optional(),
  GIT_COMMIT: z.string().optional(),
  GIT_COMMIT_TIME: z.string().optional(),
  BUILD_TIME: z.string().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
});

export type Env = z.infer<typeof schema>;

/** The settings of the doctor, which needs no keys. */
export const doctorShape = schema.pick({
  EVENTSTORE_URL: true,
  MONGODB_URL: true,
  VAULT_MONGODB_URL: true,
  CLICKHOUSE_URL: true,
  SUPERSCOPE_PUBLIC_URL: true,
  SUPERSCOPE_DATA: true,
  SUPERSCOPE_BACKUPS: true,
});
export type DoctorSettings = z.infer<typeof doctorShape>;

/** Injection token of the validated settings. */
export const ENV = Symbol('env');

/** Throws an Error whose message names every missing or invalid setting. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const env = readSettings("The api's", schema, source);
  signOnSettings(env);
  proofSettings(env);
  salesforceSettings(env);
  checkUatSettings(env);
  return env;
}
