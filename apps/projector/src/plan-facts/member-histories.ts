import {
  applyActivity,
  applyMemberFact,
  emptyHistory,
  type ActivityRow,
  type MemberFactRow,
  type MemberHistory,
} from './member-history.js';

/** The ranges of a member's rows (`to` is exclusive), the newest recording time, and the history from all rows. */
interface Known {
  facts: [from: number, to: number];
  activities: [from: number, to: number];
  recordedAt: string;
  live: MemberHistory;
}

/**
 * The histories of a plan's members, as recorded by any moment. Each member's rows lie together, in the order in which they are folded. If
 * nothing about a member was recorded since a moment, the histories at that moment and now are the same object.
 */
export class MemberHistories {
  private readonly known = new Map<string, Known>();

  constructor(
    private readonly facts: readonly MemberFactRow[],
    private readonly activities: readonly ActivityRow[],
  ) {
    facts.forEach((fact, i) => {
      const known = this.of(fact.member_id, fact.recorded_at);
      if (known.facts[1] === 0) known.facts[0] = i;
      known.facts[1] = i + 1;
      applyMemberFact(known.live, fact);
    });
    activities.forEach((activity, i) => {
      const known = this.of(activity.member_id, activity.recorded_at);
      if (known.activities[1] === 0) known.activities[0] = i;
      known.activities[1] = i + 1;
      applyActivity(known.live, activity);
    });
  }

  /** A member's history from the facts recorded by a moment; null counts everything. */
  at(memberId: string, recordedBy: string | null): MemberHistory {
    const known = this.known.get(memberId);
    if (known === undefined) return unheardOf;
    if (recordedBy === null || known.recordedAt <= recordedBy) return known.live;
    const history = emptyHistory();
    for (const fact of this.facts.slice(...known.facts))
      if (fact.recorded_at <= recordedBy) applyMemberFact(history, fact);
    for (const activity of this.activities.slice(...known.activities))
      if (activity.recorded_at <= recordedBy) applyActivity(history, activity);
    return history;
  }

  private of(memberId: string, recordedAt: string): Known {
    let known = this.known.get(memberId);
    if (known === undefined) {
      known = { facts: [0, 0], activities: [0, 0], recordedAt, live: emptyHistory() };
      this.known.set(memberId, known);
    } else if (recordedAt > known.recordedAt) known.recordedAt = recordedAt;
    return known;
  }
}

const unheardOf = emptyHistory();
