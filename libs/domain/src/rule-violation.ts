/** Why a command was refused. The api maps `code` to an HTTP status and shows `message` to the user as it is. */
export class RuleViolation extends Error {
  constructor(
    readonly code: 'not-found' | 'conflict' | 'invalid' | 'forbidden',
    message: string,
  ) {
    super(message);
    this.name = 'RuleViolation';
  }
}
