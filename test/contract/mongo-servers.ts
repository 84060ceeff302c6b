import { rmSync } from 'node:fs';
import { startMongo } from '@superscope/embedded/mongo/mongo-engine';
import { realMongo } from '../harness/real-servers.js';
import { openOn, temporaryDir, type MongoTarget } from './mongo-target.js';

/** The server that is not ours, or why there is none. What SecantusDB 0.7.0b3 lacks is noted where it concerns a test. */
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
