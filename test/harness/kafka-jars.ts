import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { cachedFolder } from './cached-download.js';

const run = promisify(execFile);
const version = '4.1.0';

const pom = `<project xmlns="http://maven.apache.org/POM/4.0.0">
  <modelVersion>4.0.0</modelVersion>
  <groupId>superscope</groupId>
  <artifactId>kafka-for-tests</artifactId>
  <version>1</version>
  <dependencies>
    <dependency><groupId>org.apache.kafka</groupId><artifactId>kafka_2.13</artifactId><version>${version}</version></dependency>
    <dependency><groupId>org.slf4j</groupId><artifactId>slf4j-simple</artifactId><version>1.7.36</version></dependency>
  </dependencies>
</project>
`;

/** A folder with a Kafka broker's jars, downloaded once by Maven. Throws one sentence when the download fails. */
export async function kafkaJars(): Promise<string> {
  await requireJava();
  const folder = await cachedFolder(`kafka-${version}`, async (partial) => {
    const file = join(partial, 'pom.xml');
    writeFileSync(file, pom);
    const goal = 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies';
    const output = `-DoutputDirectory=${join(partial, 'jars')}`;
    await run('mvn', ['-q', '-B', '-f', file, goal, '-DincludeScope=runtime', output], { timeout: 300_000 }).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') throw new Error('there is no Maven (mvn) to download a broker', { cause: error });
        throw new Error('Maven could not download a broker', { cause: error });
      },
    );
  });
  return join(folder, 'jars');
}

async function requireJava(): Promise<void> {
  const answer = await run('java', ['-version']).catch(() => null);
  if (answer === null) throw new Error('there is no Java to run a broker');
  const [, major] = /version "(\d+)/.exec(answer.stderr) ?? [];
  if (Number(major) < 17) throw new Error(`a broker needs Java 17 or later, and this is ${major}`);
}
