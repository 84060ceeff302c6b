import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { packagedChromium } from './packaged-chromium.js';
import { noChromium, noSuchChromium } from './problem.js';

export interface Chromium {
  path: string;
  /** Variables added to the browser's environment. */
  env: Record<string, string>;
}

/** What the search reads from the machine, which tests replace. */
export interface Machine {
  platform: NodeJS.Platform;
  env: NodeJS.ProcessEnv;
  isProgram: (path: string) => boolean;
  packaged: () => Promise<Chromium | null>;
}

const thisMachine: Machine = {
  platform: process.platform,
  env: process.env,
  isProgram: (path) => {
    try {
      accessSync(path, constants.X_OK);
      return true;
    } catch {
      return false;
    }
  },
  packaged: packagedChromium,
};

/** Those without windows first, because a page costs them less of the processor. */
const commands = [
  'chrome-headless-shell',
  'chromium-headless-shell',
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];
const macPrograms = ['Google Chrome', 'Chromium', 'Microsoft Edge'].map(
  (name) => `/Applications/${name}.app/Contents/MacOS/${name}`,
);
const windowsPrograms = ['Google\\Chrome\\Application\\chrome.exe', 'Microsoft\\Edge\\Application\\msedge.exe'];

/** Usual paths of Chrome, Chromium and Edge. */
function installed({ platform, env }: Machine): string[] {
  if (platform === 'darwin') return macPrograms;
  if (platform === 'win32') {
    const roots = [env['PROGRAMFILES'], env['PROGRAMFILES(X86)'], env['LOCALAPPDATA']].filter(
      (root) => root !== undefined,
    );
    return windowsPrograms.flatMap((program) => roots.map((root) => `${root}\\${program}`));
  }
  const folders = [...(env['PATH'] ?? '').split(delimiter), '/usr/bin', '/snap/bin'].filter((folder) => folder !== '');
  return commands.flatMap((command) => folders.map((folder) => join(folder, command)));
}

/**
 * The browser that makes files: the one in the setting, an installed one, or the one from an optional package. If the setting names a
 * missing program, no other browser is used instead. Throws NoFile.
 */
export async function findChromium(chosen: string | undefined, machine: Machine = thisMachine): Promise<Chromium> {
  if (chosen !== undefined) {
    if (!machine.isProgram(chosen)) throw noSuchChromium(chosen);
    return { path: chosen, env: {} };
  }
  const found = installed(machine).find(machine.isProgram);
  if (found !== undefined) return { path: found, env: {} };
  const packaged = await machine.packaged();
  if (packaged === null) throw noChromium();
  return packaged;
}
