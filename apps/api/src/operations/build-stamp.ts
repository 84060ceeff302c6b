import { readFileSync } from 'node:fs';
import { z } from 'zod';

const stampShape = z.object({
  commit: z.object({ id: z.string().nullable(), time: z.string().nullable() }),
  time: z.string().nullable(),
});
/** The commit from which a build was made, and the time of the build. Instants are ISO in UTC. */
export type BuildStamp = z.infer<typeof stampShape>;

/** Written into the build's folder at the end of a build. */
const stampFile = new URL('../build.json', import.meta.url);
const unknown: BuildStamp = { commit: { id: null, time: null }, time: null };

/** The build's stamp; empty if it is missing or unreadable. */
export function readBuildStamp(file: URL = stampFile): BuildStamp {
  try {
    return stampShape.parse(JSON.parse(readFileSync(file, 'utf8')));
  } catch {
    return unknown;
  }
}
