/** Codes of this machine, of MongoDB and of ClickHouse. */
const codes: ReadonlySet<unknown> = new Set(['ENOSPC', 'EDQUOT', 14031, 243]);
const inWords = /No space left on|disk is full|NOT_ENOUGH_SPACE|OutOfDiskSpace/i;

/** Whether something could not be stored because a disk is full: of this machine or of an engine. It passes once there is room. */
export const isDiskFull = (error: unknown): boolean =>
  error instanceof Error && (codes.has((error as { code?: unknown }).code) || inWords.test(error.message));
