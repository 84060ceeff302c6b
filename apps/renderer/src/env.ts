import { readSettings } from '@superscope/event-store/connection/settings';
import { z } from 'zod';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3010),
  /** Loopback by default. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Callers with this secret may have files made. The api has the same secret. */
  RENDERER_SECRET: z.string().min(20),
  /** Address of the pages and the api. The renderer reaches no other address. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }),
  /** A browser to use instead of an installed one. */
  CHROMIUM_PATH: z.string().min(1).optional(),
  /** Most time to draw a page, counted from the last answer that it waited for (time-limits.ts). */
  RENDER_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(120).default(5),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
});

export type Env = z.infer<typeof schema>;

/** Throws one sentence that names what is missing or wrong. */
export const readEnv = (source: NodeJS.ProcessEnv): Env => readSettings("The renderer's", schema, source);
