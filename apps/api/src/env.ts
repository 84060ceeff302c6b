import { asOfIdleMinutes } from '@superscope/contracts/as-of-views';
import { leastPasswordLength } from '@superscope/contracts/password-rule';
import { readSettings } from '@superscope/event-store/connection/settings';
import { z } from 'zod';
import { proofSettings } from './history/proof/history-proof.js';
import { signOnSettings } from './authentication/staff-sign-on/sign-on-settings.js';

const flag = z
  .enum(['true', 'false'])
  .default('false')
  .transform((text) => text === 'true');

/** An address that a browser may open: no script. */
const webAddress = z.url({ protocol: /^https?$/ });

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3000),
  /** Loopback by default. */
  HOST: z.string().min(1).default('127.0.0.1'),
  EVENTSTORE_URL: z.string().min(1),
  MONGODB_URL: z.string().min(1),
  VAULT_MONGODB_URL: z.string().min(1).optional(),
  CLICKHOUSE_URL: z.url(),
  /**
   * A plan as it stood at a past moment is removed when it was not read for this long. Projectors read the same
   * setting.
   */
  SUPERSCOPE_HISTORY_IDLE_MINUTES: z.coerce.number().int().min(1).max(100_000).default(asOfIdleMinutes),
  /** Ed25519 key (PEM) that signs the history, best as SUPERSCOPE_HISTORY_KEY_FILE, and the folder for signed heads; without both none are made. */
  SUPERSCOPE_HISTORY_KEY: z.string().min(1).optional(),
  SUPERSCOPE_HISTORY_HEADS: z.string().min(1).optional(),
  /** How long a query about figures may take before it is stopped and answered 504. */
  SUPERSCOPE_QUERY_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(600).default(30),
  /** File of the master key and former ones, one a line, the current one first; read again when it changes. */
  SUPERSCOPE_MASTER_KEY_FILE: z.string().min(1).optional(),
  /** Instead of the file: 32 bytes, base64; and former ones, comma-separated. */
  SUPERSCOPE_MASTER_KEY: z.string().min(1).optional(),
  SUPERSCOPE_PREVIOUS_MASTER_KEYS: z.string().min(1).optional(),
  /** Folder of the built web client; without it only the api is served. */
  SUPERSCOPE_WEB: z.string().min(1).optional(),
  /** Address that mails and redirects name. */
  SUPERSCOPE_PUBLIC_URL: z.url().default('http://localhost:3000'),
  /** Cookies are sent over TLS only. */
  SUPERSCOPE_SECURE_COOKIES: flag,
  /** Shown to everybody in the header, and on the sign-in screen, while operations announce nothing. */
  SUPERSCOPE_MAINTENANCE_MESSAGE: z.string().max(500).optional(),
  /** The operator's pages, linked under sign-in; without one the product's own page stands there. */
  ABOUT_URL: webAddress.optional(),
  CONTACT_URL: webAddress.optional(),
  PRIVACY_URL: webAddress.optional(),
  /** The risk profiler, which consultants open for a member; without one the button says that there is none. */
  RISK_PROFILER_URL: webAddress.optional(),
  /** Addresses of proxies whose X-Forwarded-For is believed, comma-separated. */
  SUPERSCOPE_TRUSTED_PROXIES: z.string().optional(),
  /** Who brings it reads metrics and the API's description without a session; best as SUPERSCOPE_MONITORING_TOKEN_FILE. */
  SUPERSCOPE_MONITORING_TOKEN: z.string().min(20).optional(),
  /** Staff single sign-on by OpenID Connect: the provider's issuer; without one the Staff button says that there is none. */
  OIDC_ISSUER: z.url().optional(),
  OIDC_CLIENT_ID: z.string().min(1).optional(),
  /** Best as OIDC_CLIENT_SECRET_FILE. */
  OIDC_CLIENT_SECRET: z.string().min(1).optional(),
  OIDC_SCOPE: z.string().min(1).default('openid profile email'),
  /** The claim whose values OIDC_ROLES maps to roles: a text, or a list of texts. */
  OIDC_ROLE_CLAIM: z.string().min(1).default('roles'),
  /** Such as `portal-admins=Admin,portal-staff=Staff,advisers=AuthorizedRep:provider:TALLOWOOD`; the first that fits counts. */
  OIDC_ROLES: z.string().min(1).optional(),
  /** The renderer that makes files of pages, and its secret, best as RENDERER_SECRET_FILE; without one no files are made. */
  RENDERER_URL: z.url({ protocol: /^https?$/ }).optional(),
  RENDERER_SECRET: z.string().min(20).optional(),
  /** Mails go to this server; without it they are kept in the outbox that operations can read. */
  SMTP_URL: z.string().min(1).optional(),
  MAIL_FROM: z.string().min(1).default('Superscope <no-reply@superscope.example>'),
  /** Demo accounts may exist, and mails are printed. */
  SUPERSCOPE_DEMO: flag,
  /** Password of the demo accounts, which are made when they do not exist yet. */
  SUPERSCOPE_DEMO_PASSWORD: z.string().min(leastPasswordLength).optional(),
  /** Password of the first Admin, made when there is no account of that name. */
  SUPERSCOPE_ADMIN_PASSWORD: z.string().min(leastPasswordLength).optional(),
  GIT_COMMIT: z.string().optional(),
  GIT_COMMIT_TIME: z.string().optional(),
  BUILD_TIME: z.string().optional(),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
});

export type Env = z.infer<typeof schema>;

/** Injection token of the checked settings. */
export const ENV = Symbol('env');

/** Throws one sentence that names every missing or wrong setting. */
export function readEnv(source: NodeJS.ProcessEnv): Env {
  const env = readSettings("The api's", schema, source);
  signOnSettings(env);
  proofSettings(env);
  return env;
}
