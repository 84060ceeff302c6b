import 'reflect-metadata';
import { settingsOrEnd } from '@superscope/event-store/connection/settings';
import { readEnv } from '../env.js';
import { processMemberEventsNow } from './process-events-tool.js';

try {
  // Only the api creates the first accounts, so their passwords are not read here.
  const { SUPERSCOPE_ADMIN_PASSWORD: _admin, SUPERSCOPE_DEMO_PASSWORD: _demo, ...settings } = process.env;
  const env = await settingsOrEnd(() => readEnv(settings));
  process.stdout.write(`${await processMemberEventsNow(env)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
