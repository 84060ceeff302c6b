/** The reason for refusing a command. The api maps `code` to an HTTP status and shows `message` to the user verbatim. */
export class RuleViolation extends Error {
  constructor(
    readonly code: 'not-found' | 'conflict' | 'invalid' | 'forbidden',
    message: string,
  ) {
    super(message);
    this.name = 'RuleViolation';
  }
}
