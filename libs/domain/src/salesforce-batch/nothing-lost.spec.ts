import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isUnsent, unsentOf, withCovered, type AskedOwner, type Covering } from './covered-rows.js';

// Everything that may happen around exports, in any order. Each event is the newest state of one row of a provider, recorded on a day.

const providers = ['A', 'B'];
const days = ['2026-03-01', '2026-03-02', '2026-03-03'];
const object = 'activities';

interface Recorded {
  row: number;
  providerId: string;
  day: string;
}

type Step =
  | { kind: 'record'; row: number; day: number }
  | { kind: 'project'; events: number }
  | { kind: 'refuse'; row: number | null }
  | {
      kind: 'export';
      providerId: string | null;
      /** Null for the plan's export of everything unsent. */
      window: [from: number, to: number] | null;
      forced: boolean;
      /** Where its worker ends for good, if it does. */
      crash: 'before sending' | 'halfway' | 'before it is recorded' | null;
    };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constant('record' as const), row: fc.nat(5), day: fc.nat(2) }),
  fc.record({ kind: fc.constant('project' as const), events: fc.constantFrom(1, 3, 40, 40) }),
  fc.record({ kind: fc.constant('refuse' as const), row: fc.option(fc.nat(5)) }),
  fc.record({
    kind: fc.constant('export' as const),
    providerId: fc.option(fc.constantFrom(...providers)),
    window: fc.option(
      fc.tuple(fc.nat(2), fc.nat(2)).map(([a, b]): [number, number] => [Math.min(a, b), Math.max(a, b)]),
    ),
    forced: fc.boolean(),
    crash: fc.option(fc.constantFrom('before sending' as const, 'halfway' as const, 'before it is recorded' as const)),
  }),
);

/** The portal, its projector and Salesforce, as far as exports care. */
class World {
  /** By position, from 1. */
  readonly log: Recorded[] = [];
  projected = 0;
  refused: number | null = null;
  coverings: readonly Covering[] = [];
  /** The position of the newest state that Salesforce has accepted, by row. */
  readonly sent = new Map<number, number>();
  readonly owed = new Set<number>();
  batches = 0;

  step(step: Step): void {
    if (step.kind === 'record')
      this.log.push({ row: step.row, providerId: providers[step.row % 2]!, day: days[step.day]! });
    else if (step.kind === 'project') this.projected = Math.min(this.log.length, this.projected + step.events);
    else if (step.kind === 'refuse') this.refused = step.row;
    else this.export(step);
  }

  private askedOf(providerId: string | null): AskedOwner {
    const providerIds = providerId === null ? providers : [providerId];
    return { providerId, companyId: null, providerIds, allProviderIds: providers, isConnected: true };
  }

  private export({ providerId, window, forced, crash }: Extract<Step, { kind: 'export' }>): void {
    const position = this.log.length;
    // It waits for the read models, and fails where they do not come.
    if (this.projected < position) return;
    this.batches += 1;
    const asked = this.askedOf(providerId);
    const unsent = unsentOf(this.coverings, object, asked);
    const [startDate, endDate] = window === null ? [days[0]!, days[2]!] : [days[window[0]]!, days[window[1]]!];
    const events = this.log.map((each, at) => ({ ...each, position: at + 1 }));
    const ofScope = events.filter((each) => asked.providerIds.includes(each.providerId));
    const isWanted = ({ position: at, day }: { position: number; day: string }) =>
      isUnsent(unsent, { position: BigInt(at), day });
    const inWindow = ({ day }: { day: string }) => day >= startDate && day <= endDate;
    const chosen = ofScope.filter((each) => (window === null ? isWanted(each) : inWindow(each)));
    const owed = [...this.owed].filter((row) => asked.providerIds.includes(providers[row % 2]!));
    if (window !== null && !forced && owed.length === 0 && !ofScope.some((each) => inWindow(each) && isWanted(each)))
      return;
    if (crash === 'before sending') return;
    const rows = [...new Set([...owed, ...chosen.map(({ row }) => row)])];
    for (const row of crash === 'halfway' ? rows.slice(0, rows.length / 2) : rows) {
      const newest = events.findLast((each) => each.row === row)!.position;
      if (row === this.refused) this.owed.add(row);
      else {
        this.owed.delete(row);
        this.sent.set(row, newest);
      }
    }
    if (crash !== null) return;
    const elsewhere = window === null ? [] : ofScope.filter((each) => !inWindow(each) && isWanted(each));
    this.coverings = withCovered(this.coverings, {
      workId: `w${this.batches}`,
      number: this.batches,
      providerId,
      companyId: null,
      startDate,
      endDate,
      isSent: true,
      objects: [[object, String(position), elsewhere.length === 0]],
    });
    this.assertCovered();
  }

  /** No change that counts as covered is missing in Salesforce, unless its row is owed. */
  private assertCovered(): void {
    for (const [at, { row, providerId, day }] of this.log.entries()) {
      const position = at + 1;
      for (const of of [providerId, null]) {
        const unsent = unsentOf(this.coverings, object, this.askedOf(of));
        if (isUnsent(unsent, { position: BigInt(position), day })) continue;
        expect(this.owed.has(row) || (this.sent.get(row) ?? 0) >= position, `row ${row} of position ${position}`).toBe(
          true,
        );
      }
    }
  }

  /** The projector returns, Salesforce takes everything, and the plan's export runs. */
  settle(): void {
    this.projected = this.log.length;
    this.refused = null;
    this.export({ kind: 'export', providerId: null, window: null, forced: false, crash: null });
  }
}

describe('whatever is recorded, projected, exported, refused and cut off, in any order,', () => {
  it('counts as covered only once Salesforce has it, and is there in its newest state in the end', () => {
    fc.assert(
      fc.property(fc.array(anyStep, { minLength: 10, maxLength: 60 }), (steps) => {
        const world = new World();
        for (const step of steps) world.step(step);
        world.settle();
        const newest = new Map(world.log.map(({ row }, at) => [row, at + 1]));
        expect(Object.fromEntries(world.sent)).toEqual(Object.fromEntries(newest));
        expect(world.owed.size).toBe(0);
      }),
    );
  });
});
