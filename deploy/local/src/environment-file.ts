import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileOf = (dataDir: string) => join(dataDir, 'environment.json');

/** Says where the running portal's engines are, secrets among it: for this user's tools only, and only while it runs. */
export function writeEnvironment(dataDir: string, environment: NodeJS.ProcessEnv): void {
  writeFileSync(fileOf(dataDir), JSON.stringify(environment), { mode: 0o600 });
}

export function removeEnvironment(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

/** What the running portal wrote; null when none runs here. */
export function readEnvironment(dataDir: string): NodeJS.ProcessEnv | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as NodeJS.ProcessEnv;
  } catch {
    return null;
  }
}
