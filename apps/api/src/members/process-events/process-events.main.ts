import 'reflect-metadata';
import { settingsOrEnd } from '@superscope/event-store/connection/settings';
import { readEnv } from '../../env.js';
import { processMemberEventsNow } from './process-events-tool.js';

try {
  // The accounts of the first start are the api's business.
  const { SUPERSCOPE_ADMIN_PASSWORD: _admin, SUPERSCOPE_DEMO_PASSWORD: _demo, ...settings } = process.env;
  const env = await settingsOrEnd(() => readEnv(settings));
  process.stdout.write(`${await processMemberEventsNow(env)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
