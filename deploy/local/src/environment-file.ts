import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const fileOf = (dataDir: string) => join(dataDir, 'environment.json');

/** Writes the running portal's engine addresses and secrets for this user's tools. Valid only while the portal runs. */
export function writeEnvironment(dataDir: string, environment: NodeJS.ProcessEnv): void {
  writeFileSync(fileOf(dataDir), JSON.stringify(environment), { mode: 0o600 });
}

export function removeEnvironment(dataDir: string): void {
  rmSync(fileOf(dataDir), { force: true });
}

/** Reads the running portal's environment; null when none runs on this folder. */
export function readEnvironment(dataDir: string): NodeJS.ProcessEnv | null {
  try {
    return JSON.parse(readFileSync(fileOf(dataDir), 'utf8')) as NodeJS.ProcessEnv;
  } catch {
    return null;
  }
}
