import { readSettings } from '@superscope/event-store/connection/settings';
import { z } from 'zod';

const schema = z.object({
  PORT: z.coerce.number().int().min(0).max(65_535).default(3010),
  /** Loopback unless said otherwise. */
  HOST: z.string().min(1).default('127.0.0.1'),
  /** Who brings it may have files made; the api has the same. */
  RENDERER_SECRET: z.string().min(20),
  /** Where pages and the api are reached from here. Nothing else is. */
  PORTAL_URL: z.url({ protocol: /^https?$/ }),
  /** A browser to use instead of an installed one. */
  CHROMIUM_PATH: z.string().min(1).optional(),
  /** How long a page may take until it is a file. */
  RENDER_TIMEOUT_SECONDS: z.coerce.number().int().min(1).max(120).default(5),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal']).default('info'),
});

export type Env = z.infer<typeof schema>;

/** Throws one sentence that names what is missing or wrong. */
export const readEnv = (source: NodeJS.ProcessEnv): Env => readSettings("The renderer's", schema, source);
