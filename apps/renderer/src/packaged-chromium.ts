import { existsSync, lstatSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir, userInfo } from 'node:os';
import { join } from 'node:path';
import type { Chromium } from './find-chromium.js';

/** Version of the package. Each version unpacks its own browser. */
const VERSION = '143';

/**
 * Chromium for Linux on x64 with its libraries, unpacked once for each user of the machine. Null if the package is not installed, or not
 * made for this machine.
 */
export async function packagedChromium(): Promise<Chromium | null> {
  if (process.platform !== 'linux' || process.arch !== 'x64') return null;
  const folder = ownFolder(join(tmpdir(), `superscope-chromium-${userInfo().uid}`));
  if (folder === null) return null;
  const unpacked = join(folder, VERSION);
  if (!existsSync(unpacked) && !(await unpack(folder, unpacked))) return null;
  return {
    path: join(unpacked, 'chromium'),
    env: { LD_LIBRARY_PATH: join(unpacked, 'al2023', 'lib'), FONTCONFIG_PATH: join(unpacked, 'fonts') },
  };
}

/** All users share the temporary folder, so a program is run only from a folder to which nobody else can write. */
function ownFolder(path: string): string | null {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const found = lstatSync(path);
  return found.isDirectory() && found.uid === userInfo().uid && (found.mode & 0o077) === 0 ? path : null;
}

/** The package unpacks into the temporary folder, and it unpacks its libraries only if it believes that the machine is Amazon's. */
async function unpack(folder: string, to: string): Promise<boolean> {
  const { TMPDIR, AWS_EXECUTION_ENV, FONTCONFIG_PATH, LD_LIBRARY_PATH, HOME } = process.env;
  const part = mkdtempSync(join(folder, 'part-'));
  Object.assign(process.env, { TMPDIR: part, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs20.x' });
  try {
    const { default: chromium } = await import('@sparticuz/chromium');
    await chromium.executablePath();
    writeFileSync(join(part, 'fonts', 'fonts.conf'), fontsIn(to));
    // The folder is renamed when complete, so an interrupted start never leaves a partial browser.
    renameSync(part, to);
    return true;
  } catch (error) {
    if (existsSync(to)) return true;
    if ((error as { code?: unknown }).code === 'ERR_MODULE_NOT_FOUND') return false;
    throw error;
  } finally {
    rmSync(part, { recursive: true, force: true });
    restore({ TMPDIR, AWS_EXECUTION_ENV, FONTCONFIG_PATH, LD_LIBRARY_PATH, HOME });
  }
}

/** The package's own list of fonts names the folder into which the package would have unpacked them. */
const fontsIn = (folder: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`;

function restore(variables: Record<string, string | undefined>) {
  for (const [name, value] of Object.entries(variables)) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
}
