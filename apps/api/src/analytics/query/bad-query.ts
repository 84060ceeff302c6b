/** A query that cannot be answered, with the status and the text that the client shows. */
export class BadQuery extends Error {
  constructor(
    message: string,
    readonly status: 400 | 403 = 400,
    /** The client's name for a mistake in the query's members. */
    readonly userError = false,
  ) {
    super(message);
  }
}

export const unknownMember = (name: string, what = 'member'): BadQuery =>
  new BadQuery(`There is no ${what} '${name}'`, 400, true);

/** What a query says where something else belongs. `String` would fail on an object with a `toString` of its own. */
export const quoted = (value: unknown): string => `'${typeof value === 'string' ? value : JSON.stringify(value)}'`;

/** Refused by the caller's plans or by the employer rule. */
export const refused = (message: string): BadQuery => new BadQuery(message, 403);
