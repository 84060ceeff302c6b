import { createRequire } from 'node:module';
import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import { pageRegion, type ComparedDrawings, type DifferingPage } from '@superscope/contracts/report-check';
import { z } from 'zod';
import type { SpooledFile } from '../platform/http/spooled-upload.js';
import { readInProcess, type ReadingLimits } from '../platform/reading-process.js';
import { pagePairs } from './page-pairs.js';

/** Pages of both files, counted from 0. */
interface Pair {
  given: number;
  made: number;
}

/** What the program that draws is asked. */
export interface DrawingsAsked {
  /** Bytes of the made report, which comes first. */
  madeLength: number;
  pairs: readonly Pair[];
  /** How many pages are pictured. */
  pictures: number;
  /** Whether the made pages are pictured as well. */
  withMade: boolean;
}

const picture = z
  .string()
  .regex(/^data:image\/webp;base64,[\w+/=]+$/)
  .nullable();
/** A line of its answer: what came of a pair. */
const drawnPair = z.object({
  pair: z.object({ given: z.number(), made: z.number() }),
  regions: z.array(pageRegion),
  picture,
  madePicture: picture,
});
export type DrawnPair = z.infer<typeof drawnPair>;

/** Null for a line that is none: the program reads what somebody sent. */
function pairIn(line: string): DrawnPair | null {
  try {
    return drawnPair.safeParse(JSON.parse(line)).data ?? null;
  } catch {
    return null;
  }
}

/** Both drawings of a report of 24 pages take 13 seconds on our machines. */
const limits: ReadingLimits = { milliseconds: 40_000, millisecondsOfStep: 10_000, megabytes: 384 };
const mostPictures = 8;

/** The built file, because a process cannot load TypeScript on Node 20. */
const program = createRequire(import.meta.url).resolve('@superscope/api/reports/compare-drawings.child');

interface Report {
  bytes: Buffer;
  /** The text of each page. */
  texts: readonly string[];
}

/**
 * Draws an edited file and the made report beside each other, in a process of its own that cannot take this one's memory or time: what was
 * laid over a page changes no text.
 */
@Injectable()
export class DrawingsComparison {
  /** `withMade`: whether the made pages are sent as pictures, too. */
  async of(
    made: Report,
    given: { file: SpooledFile; texts: readonly string[] },
    withMade: boolean,
    gone: AbortSignal,
  ): Promise<ComparedDrawings> {
    const all = pagePairs(given.texts, made.texts);
    const pairs = all.filter((pair): pair is Pair => pair.given !== null && pair.made !== null);
    const asked: DrawingsAsked = { madeLength: made.bytes.length, pairs, pictures: mostPictures, withMade };
    const drawn = new Map<number, DrawnPair>();
    const stream = () => Readable.from(both(made.bytes, given.file), { objectMode: false });
    const heard = lineByLine((line) => {
      const found = pairIn(line);
      if (found !== null) drawn.set(found.pair.made, found);
    });
    // At its limits it is ended with some of the pages drawn.
    await readInProcess(program, [JSON.stringify(asked)], { stream }, limits, gone, heard);
    const differing = all.flatMap((pair): DifferingPage[] => {
      const numbers = { made: numberOf(pair.made), given: numberOf(pair.given) };
      if (pair.made === null || pair.given === null)
        return [{ ...numbers, regions: [], picture: null, madePicture: null }];
      const { regions = [], picture = null, madePicture = null } = drawn.get(pair.made) ?? {};
      return regions.length === 0 ? [] : [{ ...numbers, regions, picture, madePicture }];
    });
    return {
      pages: { made: made.texts.length, given: given.texts.length },
      differing,
      endedAt: numberOf(pairs[drawn.size]?.given ?? null),
    };
  }
}

const numberOf = (at: number | null): number | null => (at === null ? null : at + 1);

async function* both(made: Buffer, given: SpooledFile): AsyncGenerator<Uint8Array> {
  yield made;
  yield* given.stream() as AsyncIterable<Uint8Array>;
}

/** Takes parts of a text, and gives each of its lines once it is whole. */
function lineByLine(take: (line: string) => void): (part: Buffer) => void {
  let rest = '';
  return (part) => {
    const lines = (rest + part.toString('utf8')).split('\n');
    rest = lines.pop()!;
    for (const line of lines) take(line);
  };
}
