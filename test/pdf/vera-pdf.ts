import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { promisify } from 'node:util';
import { mavenJars } from '../harness/maven-jars.js';

const run = promisify(execFile);
const version = '1.28.2';

/**
 * The rules of PDF/UA-1 that PDFs break by veraPDF, each with the PDF's name, such as `fees: 7.1-3`. It starts once for all of them. On a
 * machine without Java or Maven it says why in one line and returns null.
 */
export async function veraPdfProblems(pdfs: Readonly<Record<string, Buffer>>): Promise<string[] | null> {
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
    const files = Object.entries(pdfs).map(([name, pdf]) => {
      const file = join(folder, `${name}.pdf`);
      writeFileSync(file, pdf);
      return file;
    });
    // Optimising takes longer than judging a few documents.
    const quick = ['-XX:TieredStopAtLevel=1', '-XX:+UseSerialGC'];
    const main = [...quick, '-cp', join(jars, '*'), 'org.verapdf.apps.GreenfieldCliWrapper'];
    // It ends with 1 for a file that breaks a rule, and says which. It warns of each letter that a font draws without a code of its own.
    const asked = [...main, '--flavour', 'ua1', '--format', 'text', '-v', ...files];
    const { stdout, stderr } = await run('java', asked, { maxBuffer: 100_000_000 }).catch(
      (error: { stdout: string; stderr: string }) => error,
    );
    const problems: string[] = [];
    let judged: string[] = [];
    for (const line of stdout.split('\n')) {
      const file = /^(?:PASS|FAIL) (.+\.pdf)\b/.exec(line)?.[1];
      if (file !== undefined) judged = [...judged, basename(file, '.pdf')];
      const rule = /^ {2}FAIL (\S+)/.exec(line)?.[1];
      if (rule !== undefined) problems.push(`${judged.at(-1)}: ${rule}`);
    }
    if (judged.length !== files.length)
      throw new Error(`veraPDF judged ${judged.join(', ') || 'no file'}: ${stderr.slice(-2_000)}`);
    return problems;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
