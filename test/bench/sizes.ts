/** The sizes of a run, which limit it to minutes on two cores. */
export interface Sizes {
  /** Queried rows, inserted directly. */
  queryRows: number;
  /** Requests of each query by number of connections. */
  requests: Record<number, number>;
  cachedSeconds: number;
  /** Files of the import. */
  files: { plans: number; members: number; months: number };
  commands: number;
  /** Single commands whose changes are awaited. */
  changes: number;
  /** Events that go through Kafka, one per member. */
  kafka: { members: number; plans: number };
  /** Data of the portal whose memory is measured. */
  memory: { plans: number; membersPerPlan: number; months: number; withinSeconds: number };
  /** The fund that is imported for the browser. Rows of other members fill the fund up to `browserMembers`. */
  browserFund: { plans: number; members: number; months: number };
  browserMembers: number;
  /** Members of the small and the large plan that are viewed as they stood, and of the other plans of the fund. */
  history: { small: number; large: number; others: number; months: number; largeWithinSeconds: number };
  /** Members of the small and the large plan that reports are made of, and how long they are made on end. */
  reports: { members: { small: number; large: number }; months: number; minutes: number };
  /** The fund whose contacts are exported. */
  exports: { plans: number; membersPerPlan: number };
  /** Visits at each speed. */
  browserRuns: number;
  /** Events to search, inserted directly, and searches by each filter. */
  historyEvents: number;
  historySearches: number;
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
    browserFund: { plans: 12, members: 6_000, months: 26 },
    browserMembers: 100_000,
    history: { small: 300, large: 20_000, others: 7_600, months: 36, largeWithinSeconds: 40 },
    reports: { members: { small: 1_300, large: 20_000 }, months: 26, minutes: 15 },
    exports: { plans: 20, membersPerPlan: 5_000 },
    browserRuns: 5,
    historyEvents: 1_000_000,
    historySearches: 100,
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
    browserFund: { plans: 12, members: 1_500, months: 14 },
    browserMembers: 20_000,
    history: { small: 300, large: 2_000, others: 1_000, months: 12, largeWithinSeconds: 10 },
    reports: { members: { small: 300, large: 1_300 }, months: 15, minutes: 1 },
    exports: { plans: 10, membersPerPlan: 1_000 },
    browserRuns: 3,
    historyEvents: 200_000,
    historySearches: 40,
  },
};
