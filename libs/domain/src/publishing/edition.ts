/** What decides the editions of one plan-month. Instants are text of one format, which sorts as they follow each other. */
export interface EditionCauses {
  /** Of the first event that closed the month; null while it is open. */
  closedAt: string | null;
  /** Of each completed import of the plan-month's own snapshots. */
  importedAt: readonly string[];
  /** Of each publication of the plan. */
  publishedAt: readonly string[];
}

/** What employers read of a plan-month: frozen, as everything recorded by a moment gives it. */
export interface Edition {
  /** 1 for the first. */
  edition: number;
  /** The moment: facts recorded later do not count. */
  recordedBy: string;
  /** The moment of edition 1. */
  closedAt: string;
}

/**
 * The newest edition of a plan-month; null where it has none, as while it is open or only carried forward. Edition 1 is made when the
 * month closes, or when its snapshots are complete if that is later; each import and each publication after that makes another.
 */
export function editionOf({ closedAt, importedAt, publishedAt }: EditionCauses): Edition | null {
  if (closedAt === null || importedAt.length === 0) return null;
  const complete = importedAt.reduce((a, b) => (a < b ? a : b));
  const first = complete > closedAt ? complete : closedAt;
  const since = [...importedAt, ...publishedAt].filter((at) => at > first);
  const recordedBy = since.reduce((a, b) => (a > b ? a : b), first);
  return { edition: 1 + since.length, recordedBy, closedAt: first };
}
