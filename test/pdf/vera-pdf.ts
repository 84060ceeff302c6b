import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const version = '1.28.2';
const folder = fileURLToPath(new URL(`../../node_modules/.cache/verapdf-${version}`, import.meta.url));

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
<modelVersion>4.0.0</modelVersion><groupId>superscope</groupId><artifactId>verapdf</artifactId><version>1</version>
<dependencies><dependency>
<groupId>org.verapdf.apps</groupId><artifactId>greenfield-apps</artifactId><version>${version}</version>
</dependency></dependencies></project>`;

const run = (command: string, args: readonly string[]) =>
  spawnSync(command, args, { cwd: folder, encoding: 'utf8', timeout: 240_000 });

/** The folder with veraPDF's jars, fetched by Maven at first; null without Java, or without both jars and Maven. */
function jars(): string | null {
  mkdirSync(folder, { recursive: true });
  if (run('java', ['-version']).status !== 0) return null;
  const lib = join(folder, 'lib');
  if (!existsSync(lib) || readdirSync(lib).length === 0) {
    writeFileSync(join(folder, 'pom.xml'), pom);
    if (run('mvn', ['-q', '-B', 'dependency:copy-dependencies', '-DoutputDirectory=lib']).status !== 0) return null;
  }
  return existsSync(lib) ? lib : null;
}

/** The rules of PDF/UA-1 that a file breaks by veraPDF, such as `7.1-3`; null on a machine that cannot run it. */
export function veraPdfProblems(file: string): string[] | null {
  const lib = jars();
  if (lib === null) return null;
  const main = 'org.verapdf.apps.GreenfieldCliWrapper';
  const { stdout, stderr } = run('java', [
    '-cp',
    join(lib, '*'),
    main,
    '--flavour',
    'ua1',
    '--format',
    'text',
    '-v',
    file,
  ]);
  const lines = stdout.split('\n');
  if (!lines.some((line) => /^(PASS|FAIL) /.test(line))) throw new Error(`veraPDF did not judge the file: ${stderr}`);
  return lines.flatMap((line) => /^ {2}FAIL (\S+)/.exec(line)?.[1] ?? []);
}
