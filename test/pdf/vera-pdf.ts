import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { mavenJars } from '../harness/maven-jars.js';

const run = promisify(execFile);
const version = '1.28.2';

/**
 * The rules of PDF/UA-1 that a PDF breaks by veraPDF, such as `7.1-3`. On a machine without Java or Maven it says why in one line and returns
 * null.
 */
export async function veraPdfProblems(pdf: Buffer): Promise<string[] | null> {
  const jars = await mavenJars({
    name: `verapdf-${version}`,
    what: 'veraPDF',
    dependencies: [`org.verapdf.apps:greenfield-apps:${version}`],
  }).catch((error: Error) => {
    console.log(`veraPDF is not used: ${error.message}.`);
    return null;
  });
  if (jars === null) return null;
  const folder = mkdtempSync(join(tmpdir(), 'superscope-verapdf-'));
  try {
    const file = join(folder, 'document.pdf');
    writeFileSync(file, pdf);
    const main = ['-cp', join(jars, '*'), 'org.verapdf.apps.GreenfieldCliWrapper'];
    // It ends with 1 for a file that breaks a rule, and says which.
    const { stdout, stderr } = await run('java', [...main, '--flavour', 'ua1', '--format', 'text', '-v', file]).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    const lines = stdout.split('\n');
    if (!lines.some((line) => /^(PASS|FAIL) /.test(line))) throw new Error(`veraPDF did not judge the file: ${stderr}`);
    return lines.flatMap((line) => /^ {2}FAIL (\S+)/.exec(line)?.[1] ?? []);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
