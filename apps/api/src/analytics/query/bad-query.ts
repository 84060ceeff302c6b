/** A query that cannot be answered, with the status and the text that the client shows. */
export class BadQuery extends Error {
  constructor(
    message: string,
    readonly status: 400 | 403 = 400,
    /** Whether the mistake is in the query's members, for which the client expects the type UserError. */
    readonly userError = false,
  ) {
    super(message);
  }
}

export const unknownMember = (name: string, what = 'member'): BadQuery =>
  new BadQuery(`There is no ${what} '${name}'`, 400, true);

/** A value of a query, quoted for an error message. `String` would fail on an object with a `toString` of its own. */
export const quoted = (value: unknown): string => `'${typeof value === 'string' ? value : JSON.stringify(value)}'`;

/** Refused because of the caller's plans or the employer rule. */
export const refused = (message: string): BadQuery => new BadQuery(message, 403);
