import { Injectable } from '@nestjs/common';
import { waitAfter } from '@superscope/domain/work/work';

/** How often the inbox is looked at, and how long things wait. Tests shorten it. */
@Injectable()
export class OnecentralSettings {
  /** A file is taken when two looks find it the same. */
  lookAtInboxMilliseconds = 30_000;
  /** How long an entry of the inbox must stay as it is before it is taken. */
  rests = (milliseconds: number): number => milliseconds;
  lookForDueMilliseconds = 2_000;
  /** How long to wait after the n-th failed attempt: a file that it refers to may have come after it. */
  waitAfterAttempt = (attempt: number): number => waitAfter(attempt, Math.random());
  /** How long a file waits for something that does not count as an attempt, such as another import of its table. */
  putOffMilliseconds = 10_000;
  /** How long a file that could not be taken waits after the n-th try. */
  waitAfterTry = (tries: number): number => waitAfter(tries, Math.random());
  /** How often the import of a file is looked at. */
  followMilliseconds = 500;
  /** How long other files wait for one import. Afterwards it runs beside theirs. */
  followAtMostMilliseconds = 60_000;
  /** How long the content of a file is kept. */
  keptDays = 30;
  /** How long a file that failed is kept in its folder of the inbox. */
  failedDays = 30;
}
