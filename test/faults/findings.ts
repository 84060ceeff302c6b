/** What the faults of a run have brought to light. All zero is how it must be. */
export class Findings {
  /** Acknowledged rows and commands that are not there. */
  lost = 0;
  /** Rows and commands that are there more than once, or though nobody sent them. */
  doubled = 0;
  /** Times that a plan-month was seen in a state that no import ever gave it. */
  halfVisible = 0;
  /** Answers that say that something went wrong inside, and parts that ended by themselves. */
  failures = 0;
  notes: string[] = [];

  get isClean(): boolean {
    return this.lost + this.doubled + this.halfVisible + this.failures === 0;
  }

  note(kind: 'lost' | 'doubled' | 'halfVisible' | 'failures', what: string): void {
    this[kind] += 1;
    if (this.notes.length < 200) this.notes.push(`${kind}: ${what}`);
  }

  /** Moves all that was found out of here. */
  take(): Findings {
    const taken = Object.assign(new Findings(), this);
    Object.assign(this, new Findings());
    return taken;
  }
}
