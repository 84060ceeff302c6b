/** The findings of a fault run. All must be zero. */
export class Findings {
  /** Acknowledged rows and commands that are missing. */
  lost = 0;
  /** Rows and commands that are stored more than once, or were never sent. */
  doubled = 0;
  /** Number of times that a plan-month had a state that no import gave it. */
  halfVisible = 0;
  /** Answers with internal errors, and parts that ended unexpectedly. */
  failures = 0;
  notes: string[] = [];

  get isClean(): boolean {
    return this.lost + this.doubled + this.halfVisible + this.failures === 0;
  }

  note(kind: 'lost' | 'doubled' | 'halfVisible' | 'failures', what: string): void {
    this[kind] += 1;
    if (this.notes.length < 200) this.notes.push(`${kind}: ${what}`);
  }

  /** Returns the findings and resets them. */
  take(): Findings {
    const taken = Object.assign(new Findings(), this);
    Object.assign(this, new Findings());
    return taken;
  }
}
