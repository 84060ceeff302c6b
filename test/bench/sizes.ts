/** How much of everything a run takes: bounded, so that a run ends in minutes on two cores. */
export interface Sizes {
  /** Rows that queries are asked over, loaded by a fast path. */
  queryRows: number;
  /** Requests of each query at each number of connections. */
  requests: Record<number, number>;
  cachedSeconds: number;
  /** Files of the import: real rows by the real path. */
  files: { plans: number; members: number; months: number };
  commands: number;
}

export const sizes: Record<'full' | 'quick', Sizes> = {
  full: {
    queryRows: 2_000_000,
    requests: { 1: 240, 8: 480, 32: 960 },
    cachedSeconds: 8,
    files: { plans: 40, members: 20_000, months: 10 },
    commands: 6_000,
  },
  quick: {
    queryRows: 400_000,
    requests: { 1: 100, 8: 240, 32: 480 },
    cachedSeconds: 3,
    files: { plans: 15, members: 4_000, months: 8 },
    commands: 1_500,
  },
};
