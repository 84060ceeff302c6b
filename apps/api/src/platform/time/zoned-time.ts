import { LRUCache } from 'lru-cache';

/** Wall time in some zone, in milliseconds since 1970 as if that zone were UTC, so that calendar arithmetic needs no zone. */
export type WallTime = number;

const dayMilliseconds = 86_400_000;

/** One timezone. Converts between instants and the times that clocks show there. */
export class Zone {
  /** The name that `Intl` resolves it to. */
  readonly name: string;
  private readonly clock: Intl.DateTimeFormat;

  /** Throws RangeError if there is no such timezone. */
  constructor(timeZone: string) {
    this.clock = new Intl.DateTimeFormat('en-CA', {
      timeZone,
      hourCycle: 'h23',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
      hour: '2-digit',
      minute: '2-digit',
      second: '2-digit',
    });
    this.name = this.clock.resolvedOptions().timeZone;
  }

  wallTimeOf(instant: Date): WallTime {
    const [year, month, day, hour, minute, second] = this.clock.format(instant).match(/\d+/g)!.map(Number);
    return Date.UTC(year!, month! - 1, day, hour, minute, second, instant.getUTCMilliseconds());
  }

  /**
   * The instant at which clocks show a wall time. If daylight saving repeats it, the first counts; if daylight saving skips it, it is taken
   * an hour earlier or later.
   */
  instantOf(wall: WallTime, skipped: 'earlier' | 'later'): Date {
    const before = this.assuming(wall, wall - dayMilliseconds);
    if (this.shows(wall, before)) return new Date(before);
    const after = this.assuming(wall, wall + dayMilliseconds);
    return new Date(this.shows(wall, after) || skipped === 'earlier' ? after : before);
  }

  /** The instant of a wall time, assuming the offset at another instant. */
  private assuming(wall: WallTime, at: number): number {
    return wall - (this.wallTimeOf(new Date(at)) - at);
  }

  private shows(wall: WallTime, instant: number): boolean {
    return this.wallTimeOf(new Date(instant)) === wall;
  }
}

/** Cached, because making a zone takes as long as all other work on a query. */
const zones = new LRUCache<string, Zone>({ max: 500 });

/** Throws RangeError if there is no such timezone. */
export function zoneOf(name: string): Zone {
  const known = zones.get(name) ?? new Zone(name);
  zones.set(name, known);
  return known;
}
