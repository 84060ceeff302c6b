import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cachedFolder } from './cached-download.js';

const run = promisify(execFile);

interface Jars {
  /** Of the folder in this user's cache, with the version. */
  name: string;
  /** To end a sentence: 'a broker'. */
  what: string;
  /** `group:artifact:version`. */
  dependencies: readonly string[];
}

/** A folder with jars and what they depend on, downloaded once by Maven. Throws one sentence without Java 17, and when the download fails. */
export async function mavenJars({ name, what, dependencies }: Jars): Promise<string> {
  await requireJava(what);
  const folder = await cachedFolder(name, async (partial) => {
    const file = join(partial, 'pom.xml');
    writeFileSync(file, pomOf(dependencies));
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
    const output = `-DoutputDirectory=${join(partial, 'jars')}`;
    await run('mvn', ['-q', '-B', '-f', file, goal, '-DincludeScope=runtime', output], { timeout: 300_000 }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw new Error(`there is no Maven (mvn) to download ${what}`, { cause: error });
        throw new Error(`Maven could not download ${what}`, { cause: error });
      },
    );
  });
  return join(folder, 'jars');
}

const pomOf = (dependencies: readonly string[]) => `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>superscope</groupId>
  <artifactId>for-tests</artifactId>
  <version>1</version>
  <dependencies>
${dependencies
  .map((each) => each.split(':'))
  .map(
    ([group, artifact, version]) =>
      `    <dependency><groupId>${group}</groupId><artifactId>${artifact}</artifactId><version>${version}</version></dependency>`,
  )
  .join('\n')}
  </dependencies>
</project>
`;

async function requireJava(what: string): Promise<void> {
  const answer = await run('java', ['-version']).catch(() => null);
  if (answer === null) throw new Error(`there is no Java to run ${what}`);
  const [, major] = /version "(\d+)/.exec(answer.stderr) ?? [];
  if (Number(major) < 17) throw new Error(`${what} needs Java 17 or later, and this is ${major}`);
}
