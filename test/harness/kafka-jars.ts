import { mavenJars } from './maven-jars.js';

const version = '4.2.1';

/** A folder with a Kafka broker's jars, downloaded once by Maven. Throws one sentence when the download fails. */
export const kafkaJars = (): Promise<string> =>
  mavenJars({
    name: `kafka-${version}`,
    what: 'a broker',
    dependencies: [`org.apache.kafka:kafka_2.13:${version}`, 'org.slf4j:slf4j-simple:1.7.36'],
  });
