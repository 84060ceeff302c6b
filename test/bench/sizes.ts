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
  /** Commands one after another, each heard of by a browser. */
  changes: number;
  /** Events that go through Kafka: one a member. */
  kafka: { members: number; plans: number };
  /** What the portal holds whose memory is read. */
  memory: { plans: number; membersPerPlan: number; months: number; withinSeconds: number };
}

export const sizes: Record<'full' | 'quick', Sizes> = {
  full: {
    queryRows: 2_000_000,
    requests: { 1: 240, 8: 480, 32: 960 },
    cachedSeconds: 8,
    files: { plans: 80, members: 40_000, months: 26 },
    commands: 6_000,
    changes: 60,
    kafka: { members: 40_000, plans: 40 },
    memory: { plans: 200, membersPerPlan: 500, months: 36, withinSeconds: 3_600 },
  },
  quick: {
    queryRows: 400_000,
    requests: { 1: 100, 8: 240, 32: 480 },
    cachedSeconds: 3,
    files: { plans: 15, members: 4_000, months: 8 },
    commands: 1_500,
    changes: 30,
    kafka: { members: 8_000, plans: 8 },
    memory: { plans: 10, membersPerPlan: 200, months: 6, withinSeconds: 600 },
  },
};
