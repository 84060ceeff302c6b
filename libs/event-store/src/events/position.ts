/** A place in the log of all events. Opaque: compare positions, never compute with them. */
export interface Position {
  readonly commit: bigint;
  readonly prepare: bigint;
}

/** The position before every event. A write that adds nothing to an empty stream returns it. */
export const beforeAll: Position = { commit: 0n, prepare: 0n };

/** Negative when `a` is before `b`, zero when equal. */
export const comparePositions = (a: Position, b: Position): number => {
  if (a.commit !== b.commit) return a.commit < b.commit ? -1 : 1;
  if (a.prepare !== b.prepare) return a.prepare < b.prepare ? -1 : 1;
  return 0;
};

/** `commit/prepare` in decimal, for checkpoints and headers. */
export const encodePosition = ({ commit, prepare }: Position): string => `${commit}/${prepare}`;

/** Parses the text of encodePosition; null for any other text, because headers come from outside. */
export const decodePosition = (text: string): Position | null => {
  const [, commit, prepare] = /^(\d{1,20})\/(\d{1,20})$/.exec(text) ?? [];
  return commit === undefined || prepare === undefined ? null : { commit: BigInt(commit), prepare: BigInt(prepare) };
};

/** The position as an unsigned 64-bit version: it grows with the log. */
export const positionVersion = ({ commit }: Position): bigint => commit;
