import 'reflect-metadata';
import { settingsOrEnd } from '@superscope/event-store/connection/settings';
import { readEnv } from '../../env.js';
import { readUsersTask } from './users-arguments.js';
import { runUsersTask } from './users-tool.js';

try {
  const task = readUsersTask(process.argv.slice(2));
  // Only the api creates the first accounts, so their passwords are not read here.
  const { SUPERSCOPE_ADMIN_PASSWORD: _admin, SUPERSCOPE_DEMO_PASSWORD: _demo, ...settings } = process.env;
  const env = await settingsOrEnd(() => readEnv(settings));
  process.stdout.write(`${await runUsersTask(task, env)}\n`);
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
}
