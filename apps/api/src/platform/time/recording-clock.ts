/**
 * The time at which this process records what happens: in events, in the access log, and for rules that refuse a day to come. It is the
 * machine's, unless the loader of the demo's data moved it. Sessions, leases and limits go by the machine's time in any case.
 */
class RecordingClock {
  private offset = 0;

  now(): Date {
    return new Date(Date.now() + this.offset);
  }

  /** Instant, UTC. */
  at(): string {
    return this.now().toISOString();
  }

  /** Sets the clock, which goes on from there. Null sets it to the machine's time. */
  moveTo(at: Date | null): void {
    this.offset = at === null ? 0 : at.getTime() - Date.now();
  }
}

export const recordingClock = new RecordingClock();
