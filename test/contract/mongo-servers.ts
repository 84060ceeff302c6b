import { rmSync } from 'node:fs';
import { startMongo } from '@superscope/embedded/mongo/mongo-engine';
import { realMongo } from '../harness/real-servers.js';
import { openOn, temporaryDir, type MongoTarget } from './mongo-target.js';

/** The third-party server, or the reason why there is none. Tests note the features that SecantusDB 0.7.0b3 lacks. */
export const real = await realMongo();

/** The servers that must behave alike. */
export const targets: { name: string; open: () => Promise<MongoTarget> }[] = [
  { name: 'the embedded server', open: openEmbedded },
  ...(real.server ? [{ name: real.server.name, open: async () => openOn(await real.server!.open()) }] : []),
];

async function openEmbedded(): Promise<MongoTarget> {
  const dataDir = temporaryDir();
  const engine = await startMongo({ dataDir });
  const close = async () => {
    await engine.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return openOn({ url: engine.url, close });
}
